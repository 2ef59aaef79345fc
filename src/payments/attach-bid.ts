import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';

/**
 * The instant at which a hold is renewed, as SQL of its `capture_before` and of `now`, both by the seller's clock: a day
 * before the hold lapses, or half-way if the hold is shorter. This leaves time for retries while a provider is down.
 */
const renewalDueAt = `greatest(capture_before - interval '1 day', t.now + (capture_before - t.now) / 2)`;

/** A hold that lapses sooner than this after the auction's end could lapse while settlement is still retrying. */
const marginAfterEnd = `interval '1 day'`;

/**
 * Ties a bid to the authorization that backs it, as SQL. The worker then leaves the authorization alone until the hold has
 * to be renewed so that it outlasts the auction. The update touches no row if the authorization, `a`, is not `authorized`
 * or has a bid already: then the bid must not be written. The statement belongs in the transaction that writes the bid.
 *
 * @param authorizationId as SQL, like `bidId`; what follows may narrow the condition further
 */
export function attachingBid(authorizationId: string, bidId: string): string {
  // `next_attempt_at` is the instant at which a worker claims the row, by PostgreSQL's own clock.
  return `
    update authorizations a set bid_id = ${bidId}, tries_in_state = 0, next_attempt_at =
      case when capture_before < bidding_period_ends_at + ${marginAfterEnd}
        then clock_timestamp() + (${renewalDueAt} - t.now) end
    from auctions join sellers using (seller_id),
      lateral (select clock_timestamp() + ${clockOffset} as now) t
    where a.authorization_id = ${authorizationId} and a.state = 'authorized' and a.bid_id is null
      and auctions.auction_id = a.auction_id`;
}

/** @returns whether the bid is tied to the authorization now */
export async function attachBid(tx: Connection, authorizationId: string, bidId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'attach-bid',
    text: attachingBid('$1', '$2'),
    values: [authorizationId, bidId],
  });
  return rowCount === 1;
}
