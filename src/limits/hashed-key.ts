import { hash } from 'node:crypto';

/** Hashes any text of a client to 22 characters, so that every entry of a counter is equally small. */
export function hashedKey(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
