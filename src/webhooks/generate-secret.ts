import { randomBytes } from 'node:crypto';

/** Standard Webhooks requires 24 to 64 bytes; more than 32 do not strengthen HMAC-SHA256. */
const secretBytes = 32;

/** Generates a signing secret in the format of Standard Webhooks: `whsec_` and the key in base64. */
export function generateSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
