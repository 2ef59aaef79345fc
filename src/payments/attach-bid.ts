import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';

/**
 * When a hold is to be renewed, as SQL of its `capture_before` and of `now`, both by the seller's clock: a day before it
 * lapses, or half-way where it does not last that long. Early enough to try again while a provider is down.
 */
const renewalDueAt = `greatest(capture_before - interval '1 day', t.now + (capture_before - t.now) / 2)`;

/** A hold that lapses sooner after the end than this could lapse while settlement is still trying. */
const marginAfterEnd = `interval '1 day'`;

/**
 * Ties a bid to the authorization that backs it, as SQL; the sweep leaves it alone from then on, up to when the hold has to
 * be renewed so that it outlasts the auction. It touches no row unless the authorization, `z`, stands and has no bid yet:
 * then the bid must not be written. Belongs in the transaction that writes it.
 *
 * @param authorizationId as SQL, like `bidId`; what follows may narrow the condition further
 */
export function attachingBid(authorizationId: string, bidId: string): string {
  // `next_attempt_at` is when the sweep looks, by PostgreSQL's own clock.
  return `
    update authorizations z set bid_id = ${bidId}, attempt = 0, tries_in_state = 0, next_attempt_at =
      case when capture_before < bidding_period_ends_at + ${marginAfterEnd}
        then clock_timestamp() + (${renewalDueAt} - t.now) end
    from auctions join sellers using (seller_id),
      lateral (select clock_timestamp() + ${clockOffset} as now) t
    where z.authorization_id = ${authorizationId} and z.state = 'authorized' and z.bid_id is null
      and auctions.auction_id = z.auction_id`;
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
