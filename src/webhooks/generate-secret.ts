import { randomBytes } from 'node:crypto';

/** Standard Webhooks asks for 24 to 64 bytes; 32 are as many as HMAC-SHA256 gains from. */
const secretBytes = 32;

/** A new signing secret as Standard Webhooks writes it: `whsec_` and the key in base64. */
export function generateSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
