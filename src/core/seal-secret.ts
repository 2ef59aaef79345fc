import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

// A secret is needed for signing, so it cannot be hashed: it is sealed with AES-256-GCM under a key from the
// environment. `sealed:<key id>:<base64url of nonce, tag and ciphertext>`. Every other stored secret is not sealed.

const mark = 'sealed:';
const nonceBytes = 12;
const tagBytes = 16;

/** Each 32 bytes in hex: the key that seals, then earlier keys that still open. */
type Keys = readonly string[];

/**
 * Seals a secret with the first key. Without a key the secret stays unsealed.
 *
 * @param sellerId the sealed text can be opened for this seller only
 */
export function sealSecret(keys: Keys, secret: string, sellerId: string): string {
  const [key] = keys;
  if (key === undefined) return secret;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(sellerId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return sealPrefix(key) + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/**
 * Opens a sealed secret with the key that sealed it. An unsealed secret is returned unchanged.
 *
 * @throws when that key is not in the configuration, naming it, or the text was changed
 */
export function openSecret(keys: Keys, stored: string, sellerId: string): string {
  if (!stored.startsWith(mark)) return stored;
  const key = keys.find((each) => stored.startsWith(sealPrefix(each)));
  if (key === undefined) {
    const keyId = stored.split(':')[1];
    throw new Error(
      `A secret is sealed with the key ${keyId}, and SECRETS_KEY and SECRETS_KEY_PREVIOUS have ${
        keys.map(keyIdOf).join(', ') || 'no key'
      }: add the missing key to SECRETS_KEY_PREVIOUS.`,
    );
  }
  const bytes = Buffer.from(stored.slice(sealPrefix(key).length), 'base64url');
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(sellerId));
  decipher.setAuthTag(tag);
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** Returns the prefix of every text that this key has sealed. */
export function sealPrefix(key: string): string {
  return `${mark}${keyIdOf(key)}:`;
}

/** SQL of the id of the key that has sealed the text of a column; null: the text is not sealed. */
export function keyIdIn(column: string): string {
  return `case when ${column} like '${mark}%' then split_part(${column}, ':', 2) end`;
}

/** Returns an id of a key that does not reveal the key. */
export function keyIdOf(key: string): string {
  return createHash('sha256').update(key.toLowerCase()).digest('hex').slice(0, 8);
}
