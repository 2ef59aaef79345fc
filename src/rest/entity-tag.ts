import { createCipheriv, hash } from 'node:crypto';
import { bytesOf, textOf, type TextParts } from '../core/text-parts.ts';
import type { RestAnswer } from './rest-request.ts';

/** In characters: from here on, bytes that are made once cost less than a text that is hashed and then sent. */
const longText = 16 * 1024;

/** An answer's body, and its tag (RFC 9110): the same text has the same one, whichever process answers. */
export function tagged(parts: TextParts): { body: RestAnswer['body']; etag: string } {
  if (parts.reduce((sum, { length }) => sum + length, 0) < longText) {
    const text = textOf(parts);
    return { body: text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
  }
  const body = bytesOf(parts);
  return { body, etag: `"${checksum(body)}"` };
}

const key = Buffer.alloc(16);
const nonce = Buffer.alloc(12);

/**
 * 128 bits that no two bodies share by chance (GMAC, NIST SP 800-38D): of a long body an eighth of what SHA-256 costs. Its
 * key is known to all, as it signs nothing: who could make two bodies with the same tag would only fool who asks for them.
 */
function checksum(body: Buffer): string {
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  cipher.setAAD(body);
  cipher.final();
  return cipher.getAuthTag().toString('base64url');
}

/**
 * Does whoever asks have this body already?
 *
 * @param ifNoneMatch the header `If-None-Match`: tags, each of them perhaps weakened by a proxy, or `*`; `null` when absent
 */
export function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}
