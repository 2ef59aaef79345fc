import { createHash } from 'node:crypto';

/**
 * Distinguishes requests under the same key: SHA-256 over method, address and body. Spaces and the order of keys in a
 * JSON body make no difference.
 *
 * @param request.body the text as it came, `''` without a body
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
