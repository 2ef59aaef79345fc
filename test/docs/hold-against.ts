/**
 * What a guide shows, held against what came: the same members in the same order, the same words and numbers; ids,
 * instants, secrets and whatever is shown as `…` may have other values of their kind.
 *
 * @returns how they differ, one line each
 */
export function differences(language: string, shown: string, printed: string): string[] {
  if (language !== 'json') return compareLines(shown, printed);
  try {
    return compare(JSON.parse(shown), JSON.parse(printed), '');
  } catch {
    return [`No JSON was printed: ${printed}`];
  }
}

function compareLines(shown: string, printed: string): string[] {
  const lines = printed.split('\n').map(kindOf);
  return shown
    .trim()
    .split('\n')
    .filter((line) => !lines.some((real) => real === kindOf(line)))
    .map((line) => `Not printed: ${line}`);
}

function compare(shown: unknown, real: unknown, path: string): string[] {
  if (Array.isArray(shown) && Array.isArray(real)) return compareLists(shown, real, path);
  if (isObject(shown) && isObject(real)) {
    const [names, realNames] = [Object.keys(shown), Object.keys(real)];
    if (names.join() !== realNames.join())
      return [`${path}: shown with ${names.join()}, came with ${realNames.join()}`];
    return names.flatMap((name) => compare(shown[name], real[name], `${path}/${name}`));
  }
  if (typeof shown === 'string' && typeof real === 'string') {
    const isSame = shown === '…' || kindOf(shown) === kindOf(real);
    return isSame ? [] : [`${path}: shown as "${shown}", came as "${real}"`];
  }
  const areUnixTimestamps = [shown, real].every((value) => typeof value === 'number' && value > 1e9);
  return shown === real || areUnixTimestamps ? [] : [`${path}: shown as ${String(shown)}, came as ${String(real)}`];
}

/** In any order, as lists of bids and faults are. */
function compareLists(shown: readonly unknown[], real: readonly unknown[], path: string): string[] {
  if (shown.length !== real.length) return [`${path}: shown with ${shown.length} entries, came with ${real.length}`];
  const left = [...real];
  return shown.flatMap((entry, index) => {
    const found = left.findIndex((candidate) => compare(entry, candidate, '').length === 0);
    if (found === -1) return compare(entry, left[0], `${path}/${index}`);
    left.splice(found, 1);
    return [];
  });
}

function kindOf(text: string): string {
  return text
    .trim()
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00/g, '<instant>')
    .replaceAll(/startTimestamp is \d+/g, 'startTimestamp is <timestamp>')
    .replaceAll(/whsec_[\w+/=]+/g, '<secret>')
    .replaceAll(/\br=\d+;t=\d+/g, '<budget>');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
