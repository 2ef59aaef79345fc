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
