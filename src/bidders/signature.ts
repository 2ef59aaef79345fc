import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { openSecret } from '../core/seal-secret.ts';

/** Generates a secret: the whole text, with its prefix, is the key of the HMAC. */
export function generateBidderSecret(): string {
  return `bidsec_${randomBytes(32).toString('hex')}`;
}

/** The bidder that a link names, at the auction of that link. */
export interface SignedBidder {
  readonly auctionId: string;
  readonly bidderId: string;
}

/**
 * Signs a bidder: HMAC-SHA-256 of `<auctionId>.<bidderId>` in UTF-8, as 64 hexadecimal digits. The auction is signed,
 * too: a link that becomes public lets nobody bid on other auctions.
 */
export function signBidder(secret: string, { auctionId, bidderId }: SignedBidder): string {
  return createHmac('sha256', secret).update(`${auctionId.toLowerCase()}.${bidderId}`).digest('hex');
}

/** Whether a text has the form of a signature. */
function isSignature(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/**
 * Returns SQL of the secrets of a seller that are valid now, as they are stored; null: none.
 *
 * @param sellerId as SQL
 */
export function signingSecrets(sellerId: string): string {
  return `(select array_remove(array[
      secret, case when previous_secret_expires_at > clock_timestamp() then previous_secret end], null)
    from bidder_signing where bidder_signing.seller_id = ${sellerId})`;
}

/** Checks a signature against each secret that is valid now, in a time that does not depend on the signature. */
export function isSignedBy(
  { secretsKeys }: Pick<Config, 'secretsKeys'>,
  storedSecrets: readonly string[],
  bidder: SignedBidder & { readonly sellerId: string; readonly signature: string },
): boolean {
  if (!isSignature(bidder.signature)) return false;
  const given = Buffer.from(bidder.signature, 'hex');
  return storedSecrets.some((stored) => {
    const secret = openSecret(secretsKeys, stored, bidder.sellerId);
    return timingSafeEqual(Buffer.from(signBidder(secret, bidder), 'hex'), given);
  });
}
