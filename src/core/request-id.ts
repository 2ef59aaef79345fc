import { randomUUID } from 'node:crypto';

const hexPattern = /^[0-9a-f]{32}$/;

/**
 * The id of a request: what a proxy of ours says in `X-Request-Id`, or else a new one.
 *
 * @param told the header; believed only where a proxy of ours stands before the service, and only as a UUID, with or
 *   without hyphens: it ends up in logs and in the audit log, where nobody else may write
 * @returns a UUID in lower case
 */
export function requestIdOf(told: string | null | undefined, { trustedProxies }: { trustedProxies: number }): string {
  if (trustedProxies === 0 || told == null) return randomUUID();
  const hex = told.toLowerCase().replaceAll('-', '');
  if (!hexPattern.test(hex)) return randomUUID();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
