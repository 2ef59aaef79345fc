import type { BidOrderName } from './bid-order.ts';

/**
 * Returns `bids where …`, the bids from which a page is read.
 *
 * @param condition on columns of `bids`: of the auction, and of the bidder if `ofBidder`
 */
export function bidsWhere(
  condition: string,
  { orderBy, ofBidder }: { orderBy: BidOrderName; ofBidder: boolean },
): string {
  const where = `bids where ${condition}`;
  // No index has the bids of one bidder on one auction by value. They are few, as money is held for each: their index
  // reads them, then they are sorted. `offset 0` keeps the planner from reading all bids on the auction by rank.
  return orderBy === 'HIGHEST_FIRST' && ofBidder ? `(select * from ${where} offset 0) own where true` : where;
}
