import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CpuProfile } from './record-profile.ts';

const root = path.resolve(import.meta.dirname, '../..');
const shownFunctions = 50;
/** Of the whole: less is not shown. */
const shownShare = 0.005;

/** Where the time of each request went by itself, what it called left out: by room and package, by file, by function. */
export function profileTable({ nodes, samples, timeDeltas }: CpuProfile, count: number): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map<string, number>();
  const files = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id)!;
    if (functionName === '(idle)') continue;
    const microseconds = timeDeltas[index]!;
    const file = fileOf(url, functionName);
    total += microseconds;
    add(places, placeOf(file), microseconds);
    add(files, file, microseconds);
    add(functions, `${functionName || '(anonymous)'} ${url === '' ? '' : `${file}:${lineNumber + 1}`}`, microseconds);
  }
  const table = (title: string, costs: ReadonlyMap<string, number>, most = Infinity) => {
    const dearest = [...costs].toSorted(([, one], [, other]) => other - one).slice(0, most);
    const lines = dearest
      .filter(([, microseconds]) => microseconds >= total * shownShare)
      .map(
        ([name, microseconds]) =>
          `| ${name} | ${(microseconds / count).toFixed(1)} | ${((100 * microseconds) / total).toFixed(1)} |`,
      );
    return [`| ${title} | µs a request | % |`, '|---|---:|---:|', ...lines].join('\n');
  };
  return [
    `${(total / count).toFixed(1)} µs a request in all.`,
    table('Room or package', places),
    table('File', files),
    table('Function', functions, shownFunctions),
  ].join('\n\n');
}

function add(costs: Map<string, number>, name: string, microseconds: number): void {
  costs.set(name, (costs.get(name) ?? 0) + microseconds);
}

/** `src/rest/rest-server.ts`, `pg/lib/client.js`, `node:net`; what V8 and Node do in C++ has no file. */
function fileOf(url: string, functionName: string): string {
  if (url.startsWith('file:')) return path.relative(root, fileURLToPath(url)).replace(/^.*node_modules\//, '');
  if (url !== '') return url;
  return functionName.startsWith('(') ? functionName : '(native)';
}

/** `src/rest`, `pg`, `node`. */
function placeOf(file: string): string {
  if (file.startsWith('node:')) return 'node';
  return file
    .split('/')
    .slice(0, file.startsWith('src/') || file.startsWith('@') ? 2 : 1)
    .join('/');
}
