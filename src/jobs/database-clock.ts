import type { Database } from '../db/database.ts';

/** Two hosts' clocks drift apart by less than a millisecond in this time. */
const measureEveryMs = 30_000;

/**
 * PostgreSQL's clock as a process can know it without asking each time: its distance from the process's monotonic
 * clock, which nobody can set, measured anew every half minute of use. Good to a network round trip, and only for
 * saying when to look.
 *
 * @returns unix milliseconds
 */
export function databaseClock({ pool }: Pick<Database, 'pool'>): () => Promise<number> {
  let distanceMs = 0;
  let measuredAtMs = -Infinity;

  return async () => {
    if (performance.now() - measuredAtMs > measureEveryMs) {
      const askedAtMs = performance.now();
      const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
      const answeredAtMs = performance.now();
      distanceMs = rows[0]!.now.getTime() - (askedAtMs + answeredAtMs) / 2;
      measuredAtMs = answeredAtMs;
    }
    return performance.now() + distanceMs;
  };
}
