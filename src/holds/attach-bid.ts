import type { Connection } from '../db/database.ts';
import { presentOfSellersRow } from '../db/seller-clock.ts';
import { assignmentsOf } from './move-authorization.ts';

/** A hold that lapses sooner than this after the auction's end could lapse while settlement is still retrying. */
const marginAfterEnd = `interval '1 day'`;

/**
 * Builds SQL of what is assigned to the row `a` of a hold that backs a bid from now on, beside the row of its auction and `clock.now`. A worker
 * claims it, by PostgreSQL's own clock, when the hold has to be renewed so that it outlasts the auction: a day before the hold lapses, or
 * half-way if it is shorter. This leaves time for retries while a provider is down. It leaves a hold alone that outlasts the auction.
 *
 * @param bidId SQL of the bid
 * @param until SQL of the instant until which the money is held
 */
export function backing(bidId: string, until: string): string {
  const nextLook = `case when ${until} < bidding_period_ends_at + ${marginAfterEnd}
      then clock_timestamp() + greatest(${until} - interval '1 day' - clock.now, (${until} - clock.now) / 2) end`;
  return `bid_id = ${bidId}, ${assignmentsOf('authorize', { nextLook })}`;
}

/**
 * Ties an existing bid to the renewal that backs it from now on. The statement belongs in the transaction that also frees the older hold.
 *
 * @returns whether the bid is tied to the authorization now: not if the authorization is not `authorized` or has a bid already
 */
export async function attachBid(tx: Connection, authorizationId: string, bidId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'attach-bid',
    text: `
      update authorizations a set ${backing('bids.bid_id', 'a.capture_before')}
      from bids join auctions using (auction_id) join sellers on sellers.seller_id = auctions.seller_id,
        lateral (select ${presentOfSellersRow} as now) clock
      where a.authorization_id = $1 and bids.bid_id = $2 and (a.state = 'authorized') is not false and num_nulls(a.bid_id) = 1`,
    values: [authorizationId, bidId],
  });
  return rowCount === 1;
}
