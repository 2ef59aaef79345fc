import type { Deps } from '../deps.ts';
import { isAnotherDatabase, recognizeDatabase } from '../settlement/recognize-database.ts';
import { repeat } from './repeat.ts';

const lookMs = 2_000;
const markMs = 60_000;

/** Marks the database every minute, and holds settlement within seconds when a standby was promoted in its place. */
export function watchDatabase(deps: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  let markedAtMs = -Infinity;
  return repeat(lookMs, async () => {
    try {
      const isDue = performance.now() - markedAtMs >= markMs;
      if (!isDue && !(await isAnotherDatabase(deps.db))) return;
      await recognizeDatabase(deps);
      markedAtMs = performance.now();
    } catch (error) {
      deps.log.warn({ err: error }, 'The database could not be recognized; retrying in seconds.');
    }
  });
}
