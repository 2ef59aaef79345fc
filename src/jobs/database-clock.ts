import type { Database } from '../db/database.ts';

/** Two hosts' clocks drift apart by less than a millisecond in this time. */
const measureEveryMs = 30_000;

/** Tells unix milliseconds. */
export interface DatabaseClock {
  /** `null` where it has not been measured lately. */
  known(): number | null;
  read(): Promise<number>;
}

/**
 * PostgreSQL's clock as a process can know it without asking each time: its distance from the process's monotonic
 * clock, which nobody can set, measured anew every half minute of use. Good to a network round trip, and only for
 * saying when to look.
 */
export function databaseClock({ pool }: Pick<Database, 'pool'>): DatabaseClock {
  let distanceMs = 0;
  let measuredAtMs = -Infinity;

  const known = () => {
    const nowMs = performance.now();
    return nowMs - measuredAtMs > measureEveryMs ? null : nowMs + distanceMs;
  };

  return {
    known,
    async read() {
      const knownMs = known();
      if (knownMs !== null) return knownMs;
      const askedAtMs = performance.now();
      const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
      const answeredAtMs = performance.now();
      distanceMs = rows[0]!.now.getTime() - (askedAtMs + answeredAtMs) / 2;
      measuredAtMs = answeredAtMs;
      return answeredAtMs + distanceMs;
    },
  };
}
