import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';

/** A hold that lapses sooner than this after the auction's end could lapse while settlement is still retrying. */
const marginAfterEnd = `interval '1 day'`;

/**
 * Ties authorizations to the bids that they back from now on, as SQL: those that are `authorized` and back none yet. A worker claims one, by
 * PostgreSQL's own clock, when the hold has to be renewed so that it outlasts the auction: a day before the hold lapses, or half-way
 * if it is shorter. This leaves time for retries while a provider is down. It leaves a hold alone that outlasts the auction.
 *
 * @param backed names a query of the same `with`: the `authorization_id` and `bid_id` of each, and its `auction_id`
 */
export function attachingBids(backed: string): string {
  return `
    update authorizations a set bid_id = backed.bid_id, tries_in_state = 0, waiting_since = null,
      next_attempt_at = case when a.capture_before < bidding_period_ends_at + ${marginAfterEnd}
        then clock_timestamp() + greatest(a.capture_before - interval '1 day' - seller.now, (a.capture_before - seller.now) / 2) end
    from ${backed} backed join auctions using (auction_id),
      lateral (select clock_timestamp() + ${clockOffset} as now from sellers where sellers.seller_id = auctions.seller_id) seller
    where a.authorization_id = backed.authorization_id and (a.state = 'authorized') is not false and num_nulls(a.bid_id) = 1`;
}

/**
 * Ties an existing bid to the renewal that backs it from now on. The statement belongs in the transaction that also frees the older hold.
 *
 * @returns whether the bid is tied to the authorization now: not if the authorization is not `authorized` or has a bid already
 */
export async function attachBid(tx: Connection, authorizationId: string, bidId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'attach-bid',
    text: `with backed as (select $1::uuid as authorization_id, bid_id, auction_id from bids where bid_id = $2) ${attachingBids('backed')}`,
    values: [authorizationId, bidId],
  });
  return rowCount === 1;
}
