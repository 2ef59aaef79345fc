const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second, … failure; the last one is that of every further failure. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour];

const maxWait = waits.at(-1)!;

/** The spread keeps deliveries that failed together from being retried together. */
const spread = 0.2;

/**
 * Computes the wait after a failure, in milliseconds.
 *
 * @param failures the number of failures since the delivery was created or replayed, from 1 on
 * @param retryAfterMs the receiver's `Retry-After`: used if it is longer, up to 8 hours; `null`: none
 * @param chance from 0 to 1
 */
export function waitBeforeRetry(failures: number, retryAfterMs: number | null, chance: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1]! * (1 - spread + 2 * spread * chance);
  return Math.round(Math.max(wait, Math.min(retryAfterMs ?? 0, maxWait)));
}
