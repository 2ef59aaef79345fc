import { hash } from 'node:crypto';

/**
 * The token of an Authorization header (RFC 6750; the scheme is case-insensitive).
 *
 * @param authorization `null` when absent
 * @returns `null` where there is none
 */
export function bearerToken(authorization: string | null): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Returns a digest that stands for the token of an Authorization header in counters and caches: a key is never stored
 * as it is.
 *
 * @returns `null` where there is none
 */
export function tokenDigest(authorization: string | null): string | null {
  const token = bearerToken(authorization);
  return token === null ? null : hash('sha256', token, 'base64url');
}
