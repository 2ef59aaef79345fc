import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SellerMode } from '../core/viewer.ts';

// 256 random bits are 43 base-62 digits and a CRC-32 is 6: a key is one word to a double click and in a URL.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^(auc_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** A new key, to be shown once: `auc_test_…`, 256 random bits, then a checksum. */
export function generateApiKey(mode: SellerMode): string {
  const body = `auc_${mode}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return body + checksum(body);
}

/** Is this text a key at all? A mistyped or cut one is told apart without asking the database. */
export function isWellFormedApiKey(text: string): boolean {
  const match = keyPattern.exec(text);
  return match !== null && checksum(match[1]!) === match[2];
}

/**
 * What is stored in place of the key. A plain SHA-256 is enough: the key has 256 random bits, so there is nothing
 * to guess that a slow hash would protect, and every request pays for it.
 */
export function digestApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** What a person may see of a key, enough to tell two apart: `auc_test_3fK9xQ`. */
export function visiblePrefix(key: string): string {
  return key.slice(0, 15);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6);
}

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
