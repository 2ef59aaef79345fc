import { hash } from 'node:crypto';

const pattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Checks whether PostgreSQL would accept this text as a uuid in its usual form: any version, any case, no braces. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

/**
 * Returns the digest of a secret, in the form of a uuid. A database and its backups hold the digest alone: nobody who reads
 * them can act with the secret. 120 bits of SHA-256 are as many as a random secret of this kind has. Version 8 tells a digest from
 * a random name, which is of version 4.
 *
 * @param kind makes the digests of one secret differ by its use
 * @param secret a random uuid
 */
export function digestUuid(kind: 'browser' | 'payment account page', secret: string): string {
  const hex = hash('sha256', `${kind} ${secret.toLowerCase()}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
