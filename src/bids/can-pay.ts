import { isCapturable } from '../payments/could-be-captured.ts';

/**
 * Builds SQL that is true for a row of `bids` that can pay: one of its holds can be captured, is being captured or was. A bid whose hold has
 * lapsed, was refused, was given back for a higher bid of the same person, or was undone at the provider or by an operator, cannot: it stays listed, and
 * neither leads nor wins. A hold that was released for no reason of its own was given back with the result of the auction, or replaced by
 * its renewal: a bid that has only such holds keeps its rank.
 *
 * It is one value for each bid, and not a join: PostgreSQL would join and sort all bids of an auction to find its highest one.
 *
 * @param now SQL of the seller's instant
 */
export function canPay(now: string): string {
  return `coalesce((
    select bool_or(a.state in ('capturing', 'captured') or ${isCapturable('a', now)})
      or bool_and(a.state in ('releasing', 'released') and a.failure_code is null)
    from authorizations a where a.auction_id = bids.auction_id and a.bid_id = bids.bid_id), true)`;
}
