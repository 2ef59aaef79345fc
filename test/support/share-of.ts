/**
 * The part of a long list that this run takes: with `SHARE=0/2` every second entry from the first on, with `1/2` the others.
 * Everything unless it is set.
 */
export function shareOf<Entry>(entries: readonly Entry[]): Entry[] {
  const [part, parts] =
    /^(\d+)\/(\d+)$/
      .exec(process.env['SHARE'] ?? '0/1')
      ?.slice(1)
      .map(Number) ?? [];
  if (part === undefined || parts === undefined || part >= parts) {
    throw new Error(`SHARE=${process.env['SHARE']} is no part of a whole, such as 0/2.`);
  }
  return entries.filter((_, index) => index % parts === part);
}
