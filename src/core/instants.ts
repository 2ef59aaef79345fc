/**
 * An instant as the interface shows it: UTC, milliseconds and a numeric offset, `2026-11-21T05:11:38.287+00:00`.
 * Strict parsers, such as Python's before 3.11, refuse the `Z` that `toISOString` ends with.
 */
export function formatInstant(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}

/** @param seconds a unix timestamp in whole seconds */
export function instantOfTimestamp(seconds: number): Date {
  return new Date(seconds * 1000);
}
