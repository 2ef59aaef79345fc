import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Scope, SellerMode } from '../../core/viewer.ts';

// 256 random bits are 43 base-62 digits and a CRC-32 is 6: a double click selects the whole key, and URLs need no
// escapes.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^(auc_(?:live|test|admin|pub)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/**
 * A seller's key says its mode. An operator's key belongs to no mode: its holder acts on live and test sellers. A public key says that
 * it need not be kept secret.
 */
type KeyKind = SellerMode | 'admin' | 'pub';

/** Returns the kind of a key with these scopes, of a seller of this mode. */
export function kindOf(scopes: readonly Scope[], mode: SellerMode): KeyKind {
  return isOperators(scopes) ? 'admin' : scopes.includes('public') ? 'pub' : mode;
}

/** Generates a key, to be returned once: `auc_test_…`, 256 random bits, then a checksum. */
export function generateApiKey(kind: KeyKind): string {
  const body = `auc_${kind}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return body + checksum(body);
}

/** Checks whether a text has the form of a key. The checksum detects a mistyped or cut key without the database. */
export function isWellFormedApiKey(text: string): boolean {
  const match = keyPattern.exec(text);
  return match !== null && checksum(match[1]!) === match[2];
}

/**
 * Returns the digest that is stored in place of the key. A plain SHA-256 is enough: the key has 256 random bits, so a
 * slow hash would protect nothing, and every request would pay for it.
 */
export function digestApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the visible part of a key, enough to distinguish two: `auc_test_3fK9xQ`. */
export function visiblePrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 7);
}

/** Checks whether a key with these scopes is an operator's. */
export function isOperators(scopes: readonly Scope[]): boolean {
  return scopes.includes('admin');
}

/** An operator's key has no other scope: it is nobody's who sells. Nor has a public one. */
export function mixesScopes(scopes: readonly Scope[]): boolean {
  const alone = scopes.find((scope) => scope === 'admin' || scope === 'public');
  return alone !== undefined && scopes.some((scope) => scope !== alone);
}

export const mixedScopes =
  'The scopes admin and public go with no other: issue an operator one key, a seller another, and a page a third.';

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6);
}

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
