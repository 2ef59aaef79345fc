import { createHash } from 'node:crypto';
import type { Fault } from '../../core/refusal.ts';

/** A request, its seller and its idempotency key. */
export interface KeyedRequest {
  readonly sellerId: string;
  readonly key: string;
  /** From `requestFingerprint`. */
  readonly fingerprint: Buffer;
}

/** The request header, as faults name it. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/**
 * 1 to 255 visible ASCII characters, bare or as a structured-field string in quotes, in which `"` and `\` are escaped
 * (draft-ietf-httpapi-idempotency-key-header, RFC 9651).
 */
export const idempotencyKeyForm = /^(?:[!#-~][!-~]{0,254}|"(?:[!#-[\]-~]|\\["\\]){1,255}")$/;

/**
 * Reads the key of a request. Both forms of a key mean the same.
 *
 * @param header unchanged, `null` when absent; a header that is given twice has a comma and a space in it
 * @returns the key, `null` if it is absent or faulty
 */
export function readIdempotencyKey(header: string | null): { key: string | null; faults: Fault[] } {
  if (header === null) return { key: null, faults: [] };
  if (idempotencyKeyForm.test(header)) {
    const isQuoted = header.startsWith('"');
    return { key: isQuoted ? header.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : header, faults: [] };
  }
  const detail = 'Must be 1 to 255 visible ASCII characters, bare or in double quotes.';
  return { key: null, faults: [{ pointer: idempotencyKeyHeader, code: 'invalid_value', detail }] };
}

/**
 * Distinguishes requests under the same key: SHA-256 over method, address and body. Spaces and the order of keys in a
 * JSON body make no difference.
 *
 * @param request.body the unchanged text, `''` without a body
 */
export function requestFingerprint(request: { method: string; path: string; body: string }): Buffer {
  const parts = [request.method, request.path, canonical(request.body)];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Sorts the keys of every object in a JSON text; other texts stay unchanged. */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), inOrder);
  } catch {
    return text;
  }
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
