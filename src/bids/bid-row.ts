/** A bid as it is read. */
export interface BidRow {
  bidId: string;
  auctionId: string;
  sellerId: string;
  bidderId: string;
  placedAt: Date;
  /** Whole US cents. */
  bidValueInCents: number;
  isWinningBid: boolean;
}

/** The select list that makes a `BidRow` of a row of `bids`. */
export const bidColumns = `
  bid_id as "bidId", auction_id as "auctionId", seller_id as "sellerId", bidder_id as "bidderId",
  placed_at as "placedAt", bid_value_in_cents as "bidValueInCents", is_winning_bid as "isWinningBid"`;
