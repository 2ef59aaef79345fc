/**
 * Returns the smallest id that can be generated at an instant: ids begin with the instant at which PostgreSQL
 * generated them (UUID version 7, RFC 9562), so that the primary key also indexes the creation time.
 *
 * @param seconds a unix timestamp in whole seconds, from 0 to 1e11
 */
export function idOfInstant(seconds: number): string {
  const milliseconds = (seconds * 1000).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
