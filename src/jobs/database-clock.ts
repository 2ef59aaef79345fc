import type { Connection } from '../db/database.ts';

/** Two hosts' clocks drift apart by less than a millisecond in this time. */
const measureEveryMs = 30_000;

/** Returns unix milliseconds. */
export interface DatabaseClock {
  /** Returns the instant without a query; `null` if the clock was not measured lately. */
  known(): number | null;
  read(): Promise<number>;
}

/**
 * Estimates PostgreSQL's clock without a query for each reading: its distance from the process's monotonic clock,
 * which cannot be set, measured every half minute of use. Accurate to a network round trip, and used only to schedule
 * checks.
 */
export function databaseClock(db: Connection): DatabaseClock {
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
      const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
      const answeredAtMs = performance.now();
      distanceMs = rows[0]!.now.getTime() - (askedAtMs + answeredAtMs) / 2;
      measuredAtMs = answeredAtMs;
      return answeredAtMs + distanceMs;
    },
  };
}
