import { hash } from 'node:crypto';

/** The longest address, and the length of most keys. */
const shortLength = 45;

/** Bounds the key of a counter's entry: a long text of a client is hashed to 43 characters, a short one stays as it is. */
export function hashedKey(text: string): string {
  return text.length <= shortLength ? text : hash('sha256', text, 'base64url');
}
