import { bidFieldsInV1, fieldsInWebhooks } from '../../core/auction-fields.ts';
import type { WebhookEventType } from '../../platform/db/generated/enums.ts';
import { jsonRow } from '../../platform/db/select-list.ts';

/**
 * Returns SQL that records events, and a delivery for each endpoint that subscribes to them: the end of the `with` of a
 * statement. It is a part of the statement that makes the facts true, so that an event and its fact are committed
 * together or not at all, and need no round trip. The seller's feed shows every event, also without an endpoint.
 *
 * Endpoints are found seller by seller, by the index. Their lock keeps an endpoint from being deleted meanwhile: a delivery to it would break the
 * fact's transaction. A row is deleted only after nobody subscribes through it, so nobody waits for that.
 *
 * @param facts a query of `seller_id`, `event_type`, `auction_id`, `bid_id` and `snapshot`, built from the rows that the statement has
 *   just written
 * @param origin SQL of two values: the id of the request, which the receiver gets, and its trace
 * @param sequence SQL of the number of the auction's change, if the statement knows it. A trigger takes the next one for null.
 */
export function recordEvents(facts: string, origin = 'null::uuid, null::text', sequence = 'null::int'): string {
  return `
    facts as materialized (${facts}
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, ${origin}, ${sequence} from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )`;
}

/** SQL of one event for each row of `rows`, which follows `from`: the facts of `recordEvents`, with `columns` of the rows. */
export function eventOfEach(
  rows: string,
  eventType: WebhookEventType,
  snapshot: string,
  { bidId = 'bid_id', columns = '' } = {},
): string {
  return `
      select seller_id, '${eventType}'::webhook_event_type as event_type, auction_id, ${bidId} as bid_id, ${snapshot} as snapshot${columns}
      from ${rows}`;
}

/** SQL of a bid as `GET /v1/bids/<id>` shows it, over a row of `bids`. */
export const bidSnapshot = jsonRow(bidFieldsInV1);

/** The same with what the bidder's private link is made of: over a row of `bids` joined with `formOfBid`. */
export const linkedBidSnapshot = withLink();

/** @param more SQL of names and values that the snapshot has as well */
function withLink(more = ''): string {
  return `${bidSnapshot} || jsonb_build_object('submissionToken', submission_token, 'browserId', browser_id${more})`;
}

/**
 * Builds SQL that is true for the hold `a` of the form that a bid came from: a renewal has no form. The bid alone leads to it: by the auction,
 * PostgreSQL would read all holds of a popular one.
 *
 * @param bidId SQL
 */
export function isFormOf(bidId: string): string {
  return `a.bid_id = ${bidId} and num_nonnulls(a.submission_token) = 1`;
}

/** SQL of the form that a row of `bids` came from, to be joined. */
export const formOfBid = `left join lateral (
  select submission_token, browser_id from authorizations a where ${isFormOf('bids.bid_id')} limit 1) form on true`;

/**
 * Returns SQL that records the events of bids: see `recordEvents`.
 *
 * @param bids the name of a query of the same `with`: rows of `bids`, for `capture_failed` with a `reason`, for the others with `submission_token`
 *   and `browser_id`
 */
export function recordBidEvents(eventType: 'hold_at_risk' | 'capture_failed', bids: string): string {
  const snapshot =
    eventType === 'hold_at_risk' ? linkedBidSnapshot : `${bidSnapshot} || jsonb_build_object('reason', reason)`;
  return recordEvents(eventOfEach(bids, eventType, snapshot));
}

/**
 * Returns SQL that records that bids on one auction were placed.
 *
 * @param bids the name of a query of the same `with`: the new rows of `bids` with `submission_token` and `browser_id`, and with the `request_id` and
 *   `traceparent` of each
 * @param place SQL of the number of a bid among them, over the facts
 */
export function recordPlacedBids(bids: string, place: string): string {
  // The trigger on `bids` has written the line of the bid.
  const snapshot = withLink(`, 'transcript', transcript_head(auction_id, transcript_position)`);
  // The bids are not counted yet: the trigger that counts a bid counts it as a change, too.
  const sequence = `(select change_count from bid_counts c where c.auction_id = facts.auction_id) + ${place}`;
  const facts = eventOfEach(bids, 'bid_placed', snapshot, { columns: ', request_id, traceparent' });
  return recordEvents(facts, 'request_id, traceparent', sequence);
}

/** Returns SQL of an auction as webhooks show it, without its URL. */
function snapshotWith(status: string): string {
  return jsonRow(
    Object.fromEntries(fieldsInWebhooks.map(([name, { column }]) => [name, name === 'status' ? status : column])),
  );
}

// Every statement that changes a status records it: exactly one event says that an auction began, and one that it ended or was cancelled.
// The first statement that finds an auction `upcoming` records that it has begun, even at its end: a worker may be late.

/**
 * @param ended names rows of `auctions`
 * @param hasBegun SQL that is true if the auction has begun, and no event says so
 * @param more SQL that adds to the snapshot of the end
 */
function factsOfEnd(
  event: 'auction_completed' | 'auction_cancelled',
  { ended, hasBegun, more = '' }: { ended: string; hasBegun: string; more?: string },
): string {
  return `
      select seller_id, event_type, auction_id, null::uuid as bid_id,
        case event_type
          when 'auction_started' then ${snapshotWith("'ongoing'")}
          else ${snapshotWith("'completed'")}${more} end as snapshot
      from ${ended} ended, unnest(array[case when ${hasBegun} then 'auction_started' end, '${event}']::webhook_event_type[]) event_type
      where event_type is not null`;
}

/**
 * The statement that records the results of the auctions `$1`, whose winning bids are `$2`. The caller has locked the auctions, and completes
 * them in the same transaction: their rows still show the status before.
 */
export const recordResults = `
  with ended as (
    select auctions.*, winning_bid_id from unnest($1::uuid[], $2::uuid[]) results (id, winning_bid_id)
    join auctions on auction_id = id and status <> 'completed'
  ), ${recordEvents(
    factsOfEnd('auction_completed', {
      ended: 'ended',
      hasBegun: `status = 'upcoming'`,
      more: ` || jsonb_build_object('winningBid', (
          select ${bidSnapshot} || '{"isWinningBid": true}' from bids where bids.bid_id = ended.winning_bid_id))`,
    }),
  )}
  select from ended`;

/**
 * Returns SQL that records the cancellation of an auction. One that was cancelled before its start never began: the stored instants
 * decide, so that every reader finds the same.
 *
 * @param changed the name of a query of the same `with`: an update of `auctions` that returns `old.status as was, new.*`
 * @param origin as SQL
 */
export function recordCancellation(changed: string, origin: string): string {
  const hasBegun = `was = 'upcoming' and bidding_period_starts_at <= cancelled_at`;
  return recordEvents(factsOfEnd('auction_cancelled', { ended: changed, hasBegun }), origin);
}

/**
 * Returns SQL that records that auctions were created, changed or extended, or have begun.
 *
 * @param auctions the name of a query of the same `with`: rows of `auctions`
 * @param status SQL of the status by the clock
 * @param origin as SQL
 */
export function recordAuctionEvents(
  eventType: 'auction_created' | 'auction_updated' | 'auction_started' | 'auction_extended',
  auctions: string,
  status: string,
  origin?: string,
): string {
  const sequence = eventType === 'auction_created' ? '1' : undefined;
  return recordEvents(
    eventOfEach(auctions, eventType, snapshotWith(status), { bidId: 'null::uuid' }),
    origin,
    sequence,
  );
}
