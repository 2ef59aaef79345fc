import { randomUUID } from 'node:crypto';

const hexPattern = /^[0-9a-f]{32}$/;

/**
 * Returns the id of a request: the `X-Request-Id` of a trusted proxy, or else a new one.
 *
 * @param header `x-request-id`; used only if a trusted proxy is in front of the service, and only if it is a UUID,
 *   with or without hyphens: it is written to logs and to the audit log, which no caller may forge
 * @returns a UUID in lower case
 */
export function requestIdOf(header: string | null | undefined, { trustedProxies }: { trustedProxies: number }): string {
  if (trustedProxies === 0 || header == null) return randomUUID();
  const hex = header.toLowerCase().replaceAll('-', '');
  if (!hexPattern.test(hex)) return randomUUID();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
