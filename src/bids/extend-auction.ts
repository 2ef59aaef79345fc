import type { QueryConfig } from 'pg';
import { extendedEnd, scheduledEnd } from '../core/soft-close.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { recordAuctionEvents } from '../webhooks/record-events.ts';
import { highestThatCanPay } from './rank.ts';

/**
 * Returns the statement that moves the end of an auction with a soft close, if the bid that its transaction has written leads now. It follows that
 * write under the same lock: a bid that another transaction has written extends nothing any more.
 */
export function extendAuction(authorizationId: string): QueryConfig {
  const { requestId, traceparent } = currentOrigin();
  const leading = `(select bid_id ${highestThatCanPay('placed.auction_id', nowOfSeller('placed.seller_id'))})`;
  return {
    name: 'extend-auction',
    text: `
      with moved as (
        select auction_id, ${extendedEnd('placed_at')} as moved_to from bids placed join auctions using (auction_id)
        where authorization_id = $1 and placed.xmin = pg_current_xact_id()::xid and bid_id = ${leading}
      ), extended as (
        update auctions set bidding_period_ends_at = moved_to, scheduled_ends_at = ${scheduledEnd},
          extension_count = coalesce(extension_count, 0) + 1
        from moved where auctions.auction_id = moved.auction_id and moved_to is not null
        returning auctions.*
      ), ${recordAuctionEvents('auction_extended', 'extended', "'ongoing'", '$2::uuid, $3::text')}
      select bidding_period_ends_at as "extendedTo" from extended`,
    values: [authorizationId, requestId, traceparent],
  };
}
