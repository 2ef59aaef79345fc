import { isBehind, orderOf } from '#one-statement/keyset.ts';
import { ascending, cursorPageInput, keysetOf, type ListPage, readListPage } from '../../core/cursor-page.ts';
import { makeParameters } from '#one-statement/parameters.ts';
import type { Connection } from '../../platform/db/database.ts';

/** The sentence of each kind of entry. */
const sentences = {
  created: () => 'The auction was created.',
  changed: (detail) => `Its seller changed it by ${detail}.`,
  operator_acted: (detail, because) => `An operator ran ${detail}${because}`,
  started: () => 'Its bidding period began.',
  bid_placed: () => 'A bid was placed.',
  bid_refused: (_, because) => `A bid was refused${because}`,
  held: (detail) => (detail === null ? 'Money was held.' : 'The hold was renewed.'),
  hold_ended: (detail, because) => `The hold ended, ${detail}${because}`,
  capture_requested: () => 'The capture was requested.',
  capture_answered: (detail, because) => `The answer to the capture: ${detail}${because}`,
  reversed: (detail) => `Captured money was reversed: ${detail}.`,
  settlement_held: (detail) => `Its settlement had to wait: ${detail}.`,
  settlement_cleared: (_, because) => `Its settlement could go on${because}`,
  completed: (detail) => `It was completed: ${detail}.`,
  webhook_delivered: (detail) => `The webhook of ${detail} was delivered.`,
  webhook_failed: (detail) => `The webhook of ${detail} was given up.`,
  message_sent: (detail) => `The message about ${detail} was sent.`,
  message_not_sent: (detail, because) => `The message about ${detail} was not sent${because}`,
} satisfies Record<string, (detail: string | null, because: string) => string>;

export type TimelineKind = keyof typeof sentences;

export function sentenceOf({ kind, detail, reason }: TimelineEntry): string {
  return sentences[kind](detail, reason === null ? '.' : `: ${reason}.`);
}

/** Something that happened to an auction, with the ids of what it happened to. */
export interface TimelineEntry {
  /** By PostgreSQL's clock, also of a test seller whose own clock is ahead; of a reversal, by the provider's. */
  readonly at: Date;
  readonly kind: TimelineKind;
  /** The action, state, result, outcome or event, in the words of its table. */
  readonly detail: string | null;
  readonly reason: string | null;
  readonly valueInCents: number | null;
  readonly bidderId: string | null;
  readonly bidId: string | null;
  readonly authorizationId: string | null;
  readonly entryId: string | null;
  readonly holdId: string | null;
  readonly eventId: string | null;
  readonly deliveryId: string | null;
}

const oldestFirst = ascending('auction-timeline', { at: 'timestamptz', step: 'int', key: 'uuid' });

// Ids begin with the instant at which PostgreSQL generated them: `created_at` and `placed_at` are by the seller's clock.
const timelineOfAuction = `
  with auction as (select * from auctions where auction_id = $1),
  events as (
    select event_id, event_type::text, created_at, null::uuid as bid_id from webhook_events where auction_id = $1 and bid_id is null
    union all
    select e.event_id, e.event_type::text, e.created_at, e.bid_id
    from bids join webhook_events e on e.bid_id = bids.bid_id where bids.auction_id = $1
  ),
  entries (at, step, kind, detail, reason, value_in_cents, bidder_id, bid_id, authorization_id, entry_id, hold_id, event_id, delivery_id, reversal) as (
    select uuid_extract_timestamp(auction_id), 1, 'created', null, null, minimum_bid_value_in_cents::int, null,
      null::uuid, null::uuid, null, null::uuid, null::uuid, null::uuid, null::text
    from auction
    union all
    select at, 2, case when k.seller_id = l.seller_id then 'changed' else 'operator_acted' end, action, after ->> 'reason', null, null,
      (after ->> 'bidId')::uuid, (after ->> 'authorizationId')::uuid, entry_id::text, null, null, null, null
    from audit_log l left join api_keys k using (api_key_id)
    where subject_id = $1::text and subject_type = 'auction' and action <> 'createAuction'
    union all
    select coalesce(
        (select min(created_at) from events where event_type = 'auction_started'),
        greatest(bidding_period_starts_at, uuid_extract_timestamp(auction_id))
      ), 3, 'started',
      null, null, null, null, null, null, null, null, null, null, null
    from auction where status <> 'upcoming' and bidding_period_starts_at <= coalesce(completed_at, bidding_period_starts_at)
    union all
    select uuid_extract_timestamp(bid_id), 5, 'bid_placed', null, null, bid_value_in_cents, bidder_id, bid_id, null, null, null, null, null, null
    from bids where auction_id = $1
    union all
    select coalesce(closed_at, moved_at, created_at), 6, 'bid_refused', state::text, failure_code, value_in_cents, bidder_id,
      null, authorization_id, null, null, null, null, null
    from authorizations
    where auction_id = $1 and bid_id is null and replaces_authorization_id is null and failure_code is not null
    union all
    select authorized_at, 4, 'held', case when replaces_authorization_id is null then null else 'renewal' end, null, value_in_cents,
      bidder_id, bid_id, authorization_id, null, null, null, null, null
    from authorizations where auction_id = $1 and authorized_at is not null
    union all
    select closed_at, 9, 'hold_ended', state::text, failure_code, value_in_cents, bidder_id, bid_id, authorization_id, null, null, null, null, null
    from authorizations where auction_id = $1 and state in ('released', 'expired', 'failed') and authorized_at is not null
    union all
    select requested_at, 7, 'capture_requested', null, null, null, null, bid_id, authorization_id, null, null, null, null, null
    from capture_attempts where auction_id = $1
    union all
    select answered_at, 8, 'capture_answered', result::text, reason, null, null, bid_id, authorization_id, null, null, null, null, null
    from capture_attempts where auction_id = $1 and answered_at is not null
    union all
    select made_at, 10, 'reversed', kind::text || ' ' || state::text, null, amount_in_cents, null, null, authorization_id,
      null, null, null, null, provider || provider_reference
    from reversals where auction_id = $1
    union all
    select since, 7, 'settlement_held', reason, null, amount_in_cents, null, null, authorization_id, null, hold_id, null, null, null
    from settlement_holds where auction_id = $1
    union all
    select cleared_at, 7, 'settlement_cleared', reason, cleared_because, amount_in_cents, null, null, authorization_id, null, hold_id, null, null, null
    from settlement_holds where auction_id = $1 and cleared_at is not null
    union all
    select coalesce((select min(created_at) from events where event_type in ('auction_completed', 'auction_cancelled')), completed_at), 9,
      'completed', outcome::text, null, null, null, null, null, null, null, null, null, null
    from auction where status = 'completed'
    union all
    select closed_at, 11, case d.state when 'delivered' then 'webhook_delivered' else 'webhook_failed' end, event_type, null, null, null,
      null, null, null, null, event_id, delivery_id, null
    from events join webhook_deliveries d using (event_id) where closed_at is not null
    union all
    select closed_at, 12, case m.state when 'sent' then 'message_sent' else 'message_not_sent' end, event_type,
      case m.state when 'dropped' then reason end, null, null, bid_id, null, null, null, event_id, null, null
    from events join messages m using (event_id) where closed_at is not null
  ),
  keyed as (
    select *, coalesce(
      md5(reversal)::uuid, lpad(entry_id, 32, '0')::uuid, delivery_id, event_id, hold_id, authorization_id, bid_id, $1
    ) as key
    from entries
  )
  select at, step, key, kind, detail, reason, value_in_cents as "valueInCents", bidder_id as "bidderId", bid_id as "bidId",
    authorization_id as "authorizationId", entry_id as "entryId", hold_id as "holdId", event_id as "eventId", delivery_id as "deliveryId"
  from keyed`;

/**
 * Lists what happened to an auction, oldest first, from the tables that keep it: the auction and its bids, holds, captures, reversals
 * and settlement holds, the audit log, and the deliveries and messages of its events.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findTimeline(
  { db }: { readonly db: Connection },
  auctionId: string,
  raw: unknown,
): Promise<ListPage<TimelineEntry>> {
  return await readListPage(cursorPageInput, oldestFirst, raw, async (page) => {
    const parameter = makeParameters(2);
    const keyset = keysetOf(page, parameter);
    return await db.query<TimelineEntry>(
      `${timelineOfAuction} where ${isBehind(keyset)} order by ${orderOf(keyset)} limit ${parameter(page.limit)}`,
      [auctionId, ...parameter.values],
    );
  });
}
