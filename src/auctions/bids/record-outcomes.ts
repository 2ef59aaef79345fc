import type { Connection } from '../../platform/db/database.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { formOfBid, linkedBidSnapshot, recordEvents } from '../webhooks/record-events.ts';
import { bidRank } from './bid-order.ts';
import { bidsByRank, canPay } from './rank.ts';

// A hold that was released for a higher bid of the same person held the lead before that.
const couldLead = `(${canPay(nowOfSeller('bids.seller_id'))} or exists (
  select from authorizations a
  where a.authorization_id = bids.authorization_id and a.failure_code = 'raised'))`;

/** The table allows a bid without the number of its bidder. It counts as one of a bidder of its own. */
const bidder = 'coalesce(bids.bidder_number::text, bids.bid_id::text)';

/**
 * Records what follows from other events: `first_bid_placed` for the first bid on an auction, `bid_outbid` for the bid that led until a bid was placed, `bid_won` for the winner of
 * a completed auction and `bid_lost` for the highest bid of each other bidder. Nothing follows from a cancellation. Each has the `sequence` of
 * the event that it follows from.
 *
 * @param eventIds events that the caller has claimed, each for the first time
 */
export async function recordOutcomes(tx: Connection, eventIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'record-outcomes',
    text: `
      with claimed as materialized (
        select v.* from webhook_events v join auctions using (auction_id)
        where event_id = any($1::uuid[]) and event_type in ('bid_placed', 'auction_completed') and cancelled_at is null
      ), outbid as (
        select leader.*, request_id, traceparent, sequence
        from claimed
        join bids placed on placed.bid_id = claimed.bid_id
        cross join lateral (
          select * from ${bidsByRank('placed.auction_id')}
          where (placed_at, bid_id) < (placed.placed_at, placed.bid_id) and ${couldLead}
          order by ${bidRank} limit 1
        ) leader
        where event_type = 'bid_placed' and leader.bid_value_in_cents < placed.bid_value_in_cents
          and leader.bidder_number is distinct from placed.bidder_number
      ), first as (
        select placed.*, request_id, traceparent, sequence
        from claimed join bids placed on placed.bid_id = claimed.bid_id
        where event_type = 'bid_placed' and not exists (
          select from bids earlier
          where earlier.auction_id = placed.auction_id and (earlier.placed_at, earlier.bid_id) < (placed.placed_at, placed.bid_id)
          offset 0)
      ), decided as (
        select highest.*, request_id, traceparent, sequence
        from claimed cross join lateral (
          select distinct on (${bidder}) * from bids where auction_id = claimed.auction_id
          order by ${bidder}, is_winning_bid desc, ${bidRank}
        ) highest
        where event_type = 'auction_completed'
      ), outcomes as (
        select 'first_bid_placed'::webhook_event_type as event_type, * from first
        union all
        select 'bid_outbid', * from outbid
        union all
        select case when is_winning_bid then 'bid_won' else 'bid_lost' end::webhook_event_type, * from decided
      ), ${recordEvents(
        `
          select seller_id, event_type, auction_id, bid_id, request_id, traceparent, sequence,
            ${linkedBidSnapshot} || case when event_type = 'bid_won' then jsonb_build_object('winnerReference', winner_reference) else '{}' end as snapshot
          from (select bids.*, form.* from outcomes bids ${formOfBid}) bids`,
        'request_id, traceparent',
        'sequence',
      )}
      select`,
    values: [eventIds],
  });
}
