import type { BidOrderName } from './bid-order.ts';

/**
 * The bids that a page is read of, as `bids where …`.
 *
 * @param conditions on columns of `bids`: of the auction, of the bidder where `ofBidder`
 */
export function bidsWhere(
  conditions: readonly string[],
  { orderBy, ofBidder }: { orderBy: BidOrderName; ofBidder: boolean },
): string {
  const where = `bids where ${conditions.join(' and ')}`;
  // No index has the bids of one bidder on one auction by value. They are few, as money is held for each: they are read by
  // the index that has them, and sorted. The barrier keeps the planner from walking through all bids on the auction by rank.
  return orderBy === 'HIGHEST_FIRST' && ofBidder ? `(select * from ${where} offset 0) own where true` : where;
}
