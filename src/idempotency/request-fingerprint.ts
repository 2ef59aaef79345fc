import { createHash } from 'node:crypto';

/**
 * What tells one request from another under the same key: SHA-256 over method, address and body. How a JSON body is
 * written, with which spaces and in which order, makes no difference.
 *
 * @param request.body the text as it came, `''` where there is none
 */
export function requestFingerprint(request: { method: string; path: string; body: string }): Buffer {
  const parts = [request.method, request.path, canonical(request.body)];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** JSON with every object's keys in order; a text that is no JSON stands for itself. */
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
