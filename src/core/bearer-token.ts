/**
 * The token of an Authorization header (RFC 6750; the scheme is case-insensitive).
 *
 * @param authorization `null` when absent
 * @returns `null` where there is none
 */
export function bearerToken(authorization: string | null): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
