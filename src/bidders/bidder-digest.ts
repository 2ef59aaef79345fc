/**
 * Returns SQL of the digest that stands for a bidder in bans: it still matches after the bidder is erased.
 *
 * @param sellerId as SQL of a uuid, like `bidderId` of a text
 */
export function bidderDigest(sellerId: string, bidderId: string): string {
  return `sha256(convert_to(${sellerId}::text || ' ' || ${bidderId}, 'UTF8'))`;
}

/** Returns SQL of whether the seller has banned the bidder. */
export function isBanned(sellerId: string, bidderId: string): string {
  return `exists (select from banned_bidders ban
      where ban.seller_id = ${sellerId} and ban.digest = ${bidderDigest(sellerId, bidderId)})`;
}
