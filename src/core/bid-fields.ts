/**
 * The fields of a bid in the order in which `/v1` shows them, each with its column. The row, the REST view and the payloads of
 * webhooks are derived from this list.
 */
export const bidFieldsInV1 = {
  bidId: 'bid_id',
  bidderId: 'bidder_id',
  placedAt: 'placed_at',
  bidValueInCents: 'bid_value_in_cents',
  auctionId: 'auction_id',
  isWinningBid: 'is_winning_bid',
} as const;
