/** A bidder that may not bid on the auctions of a seller. */
export interface BannedBidder {
  /** A pseudonym once the bidder is erased. */
  readonly bidderId: string;
  /** The seller's own note, never shown to a bidder; `null` once the bidder is erased. */
  readonly reason: string | null;
  readonly bannedAt: Date;
}

/** The select list of a `BannedBidder`. */
export const bannedBidderColumns = `bidder_id as "bidderId", reason, banned_at as "bannedAt"`;
