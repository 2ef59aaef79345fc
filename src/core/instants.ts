/**
 * Formats an instant as the interface shows it: UTC, milliseconds and a numeric offset,
 * `2026-11-21T05:11:38.287+00:00`. Strict parsers, such as Python's before 3.11, refuse the `Z` that `toISOString`
 * ends with.
 */
export function formatInstant(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}

/**
 * Says in seconds the instant that a caller wrote as an ISO date.
 *
 * @returns `null` where it is no such date
 */
export function secondsInsteadOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:[T ][\d:.]{1,20}(?:Z|[+-][\d:]{2,6})?)?$/.test(value))
    return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : `Send unix seconds instead of an ISO date: ${Math.floor(ms / 1000)} for ${value}.`;
}

/**
 * Converts a unix timestamp to a date.
 *
 * @param seconds a unix timestamp in whole seconds
 */
export function instantOfTimestamp(seconds: number): Date {
  return new Date(seconds * 1000);
}

/**
 * Reads `Retry-After`, in milliseconds: a number of seconds or a date (RFC 9110, section 10.2.3).
 *
 * @returns `null` for any other text, and for an instant in the past
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return ms > 0 ? ms : null;
}
