import type { QueryConfig } from 'pg';
import { latestEnd, scheduledEnd } from '../../core/soft-close.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import { recordAuctionEvents } from '../webhooks/record-events.ts';
import { highestThatCanPay } from './rank.ts';

/** The new end of an auction. */
export interface MovedEnd {
  readonly endsAt: Date;
  readonly isPurchase: boolean;
}

/**
 * Returns the statement that moves the end of an auction for the bid that its transaction has written: to a millisecond after a purchase, or to a later
 * instant if the auction has a soft close and the bid leads now. It follows that write under the same lock: a bid that another transaction has written
 * moves nothing any more.
 */
export function moveEnd(authorizationId: string): QueryConfig {
  const { requestId, traceparent } = currentOrigin();
  const leading = `(select bid_id ${highestThatCanPay('placed.auction_id', nowOfSeller('placed.seller_id'))})`;
  return {
    name: 'move-end',
    text: `
      with moved as (
        select auction_id, is_purchase, case when is_purchase then placed.bid_id end as purchased_with,
          case when is_purchase then placed_at + interval '1 millisecond' else ${extendedEnd('placed_at')} end as moved_to
        from bids placed join auctions using (auction_id)
          cross join lateral (select is_purchase from authorizations where authorization_id = $1) form
        where authorization_id = $1 and placed.xmin = pg_current_xact_id()::xid and (is_purchase or placed.bid_id = ${leading})
      ), ended as (
        update auctions set bidding_period_ends_at = moved_to, scheduled_ends_at = ${scheduledEnd}, purchase_bid_id = purchased_with,
          extension_count = case when is_purchase then extension_count else coalesce(extension_count, 0) + 1 end
        from moved where auctions.auction_id = moved.auction_id and moved_to is not null
        returning auctions.*, is_purchase
      ), extended as (select * from ended where is_purchase is null
      ), ${recordAuctionEvents('auction_extended', 'extended', "'ongoing'", '$2::uuid, $3::text')}
      select bidding_period_ends_at as "endsAt", is_purchase is not null as "isPurchase" from ended`,
    values: [authorizationId, requestId, traceparent],
  };
}

/**
 * Builds SQL of the new end that a bid brings about which leads from now on; null if it brings about none. An end never becomes earlier.
 *
 * @param placedAt SQL of the instant of the bid
 */
export function extendedEnd(placedAt: string): string {
  const window = `soft_close_window_seconds * interval '1 second'`;
  return `case when ${placedAt} >= bidding_period_ends_at - ${window}
    then nullif(greatest(bidding_period_ends_at, least(${placedAt} + ${window}, ${latestEnd})), bidding_period_ends_at) end`;
}
