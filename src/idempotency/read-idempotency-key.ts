import type { Fault } from '../core/refusal.ts';

/** The request header, as faults name it. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/**
 * Reads the key of a request: 1 to 255 visible ASCII characters, bare or as a quoted structured-field string
 * (draft-ietf-httpapi-idempotency-key-header, RFC 9651); both forms mean the same.
 *
 * @param header as it came, `null` when absent; a header that is given twice has a comma and a space in it
 * @returns the key, `null` if it is absent or faulty
 */
export function readIdempotencyKey(header: string | null): { key: string | null; faults: Fault[] } {
  if (header === null) return { key: null, faults: [] };
  const key = header.startsWith('"') ? unquoted(header) : header;
  if (key !== null && /^[\x21-\x7e]{1,255}$/.test(key)) return { key, faults: [] };
  const detail = 'Must be 1 to 255 visible ASCII characters, bare or in double quotes.';
  return { key: null, faults: [{ pointer: idempotencyKeyHeader, code: 'invalid_value', detail }] };
}

/**
 * Removes the quotes.
 *
 * @returns `null` if it is no structured-field string: inside the quotes, only `"` and `\` are escaped.
 */
function unquoted(header: string): string | null {
  const inside = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1];
  return inside?.replaceAll(/\\(["\\])/g, '$1') ?? null;
}
