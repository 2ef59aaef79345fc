const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second, … failure; the last one is that of every further failure. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour];

const longestWait = waits.at(-1)!;

/** Receivers that come back together must not all be asked together again. */
const spread = 0.2;

/**
 * How long to wait after a failure, in milliseconds.
 *
 * @param failures how often this delivery has failed since it was last begun, from 1 on
 * @param retryAfterMs what the receiver asked for: waited for if it is longer, up to 8 hours; `null`: nothing
 * @param chance from 0 to 1
 */
export function waitBeforeRetry(failures: number, retryAfterMs: number | null, chance: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1]! * (1 - spread + 2 * spread * chance);
  return Math.round(Math.max(wait, Math.min(retryAfterMs ?? 0, longestWait)));
}

/**
 * What `Retry-After` asks for, in milliseconds: a number of seconds or a date (RFC 9110, section 10.2.3).
 *
 * @returns `null` for what says neither, or nothing that is still to come
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * second : Date.parse(header) - now.getTime();
  return ms > 0 ? ms : null;
}
