import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';

/** A hold that lapses sooner than this after the auction's end could lapse while settlement is still retrying. */
const marginAfterEnd = `interval '1 day'`;

/**
 * SQL of the instant at which a worker claims an authorization that backs a bid, by PostgreSQL's own clock: when the hold has to be
 * renewed so that it outlasts the auction, a day before the hold lapses, or half-way if the hold is shorter. This leaves time
 * for retries while a provider is down. Null: the worker leaves the authorization alone.
 *
 * @param hold SQL of the hold's end, of the auction's end and of `now`, all by the seller's clock
 */
export function renewalAt({
  captureBefore,
  endsAt,
  now,
}: {
  captureBefore: string;
  endsAt: string;
  now: string;
}): string {
  const dueAt = `greatest(${captureBefore} - interval '1 day', ${now} + (${captureBefore} - ${now}) / 2)`;
  return `case when ${captureBefore} < ${endsAt} + ${marginAfterEnd} then clock_timestamp() + (${dueAt} - ${now}) end`;
}

/**
 * Ties an existing bid to the authorization that backs it from now on. The statement belongs in the transaction that also frees
 * the older hold.
 *
 * @returns whether the bid is tied to the authorization now: not if the authorization is not `authorized` or has a bid already
 */
export async function attachBid(tx: Connection, authorizationId: string, bidId: string): Promise<boolean> {
  const due = renewalAt({ captureBefore: 'a.capture_before', endsAt: 'bidding_period_ends_at', now: 't.now' });
  const { rowCount } = await tx.query({
    name: 'attach-bid',
    text: `
      update authorizations a set bid_id = $2, tries_in_state = 0, next_attempt_at = ${due}, waiting_since = null
      from auctions join sellers using (seller_id),
        lateral (select clock_timestamp() + ${clockOffset} as now) t
      where a.authorization_id = $1 and a.state = 'authorized' and a.bid_id is null
        and auctions.auction_id = a.auction_id`,
    values: [authorizationId, bidId],
  });
  return rowCount === 1;
}
