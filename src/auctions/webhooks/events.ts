import { z } from 'zod';
import { checkInput } from '../../core/check-input.ts';
import { pageSizeLimit } from '../../core/page-input.ts';
import { invalidValue } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { SellerMode, Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { WebhookEvent } from '../../platform/db/generated/client.ts';
import type { Deps } from '../../payments/deps.ts';
import { followNews } from '../../platform/live/follow-news.ts';

/** An event, as it is read with a delivery or from the feed. */
export type EventRow = Pick<
  WebhookEvent,
  'eventId' | 'eventType' | 'auctionId' | 'bidId' | 'snapshot' | 'createdAt' | 'sequence'
> & {
  /** The mode of its seller. An event that Prisma has read is the viewer's, and has none. */
  readonly mode?: SellerMode;
};

/** The select list that makes an `EventRow` of `webhook_events v`. */
export const eventColumns = `
  v.event_id as "eventId", v.event_type as "eventType", v.auction_id as "auctionId", v.bid_id as "bidId", v.snapshot,
  v.created_at as "createdAt", v.sequence,
  (select mode from sellers where sellers.seller_id = v.seller_id) as mode`;

type Pool = { readonly db: Connection };

/** A place in a seller's feed: right after the event of this transaction. */
export interface FeedPosition {
  /** A `bigint` as text. */
  readonly transactionId: string;
  readonly eventId: string;
}

type FeedEvent = EventRow & FeedPosition;

const feedStart: FeedPosition = { transactionId: '-1', eventId: '00000000-0000-0000-0000-000000000000' };

// Events are committed in another order than their ids, so a reader that follows ids would miss the late ones. The feed goes
// by the number of the transaction, and shows only transactions before the oldest one that is still open.
const isSettled = 'v.transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint';

const findEventsInput = z.strictObject({
  after: z.string().nullish(),
  limit: z.int().min(1).max(pageSizeLimit).default(pageSizeLimit),
});

/**
 * Lists the events of the viewer, the oldest first.
 *
 * @param input `after`: the id of an event, `null`: from the oldest event that is kept; `limit`
 * @throws Refusal `invalid_request`, also where there is no such event
 */
export async function findEvents(deps: Pool, viewer: Viewer, input: unknown): Promise<FeedEvent[]> {
  const { after, limit } = checkInput(findEventsInput, input);
  const position = after == null ? feedStart : await findPosition(deps, viewer, after);
  return await readFeed(deps, viewer, position, limit);
}

/** Reads the feed from a position on. */
export async function readFeed(
  { db }: Pool,
  { sellerId }: Viewer,
  { transactionId, eventId }: FeedPosition,
  limit: number,
): Promise<FeedEvent[]> {
  const { rows } = await db.query<FeedEvent>({
    name: 'read-event-feed',
    text: `
      select v.transaction_id as "transactionId", ${eventColumns} from webhook_events v
      where v.seller_id = $1 and (v.transaction_id, v.event_id) > ($2::bigint, $3::uuid) and ${isSettled}
      order by v.transaction_id, v.event_id limit $4`,
    values: [sellerId, transactionId, eventId, limit],
  });
  return rows;
}

/** Finds one of the viewer's events; `null` for an unknown id and for another seller's alike. */
export async function findEvent(
  { db }: Pick<Deps, 'db'>,
  { sellerId }: Viewer,
  eventId: string,
): Promise<EventRow | null> {
  return isUuid(eventId) ? await db.prisma.webhookEvent.findFirst({ where: { sellerId, eventId } }) : null;
}

/** Finds the newest event of the feed: a reader that starts after this event gets all later ones. */
export async function findLatestEvent({ db }: Pool, { sellerId }: Viewer): Promise<FeedEvent | null> {
  const { rows } = await db.query<FeedEvent>({
    name: 'find-latest-event',
    text: `
      select v.transaction_id as "transactionId", ${eventColumns} from webhook_events v
      where v.seller_id = $1 and ${isSettled}
      order by v.transaction_id desc, v.event_id desc limit 1`,
    values: [sellerId],
  });
  return rows[0] ?? null;
}

/** Finds the position after the newest event of the feed. */
export async function findFeedEnd(deps: Pool, viewer: Viewer): Promise<FeedPosition> {
  return (await findLatestEvent(deps, viewer)) ?? feedStart;
}

/** @throws Refusal `invalid_request` for an unknown id and for another seller's alike */
async function findPosition({ db }: Pool, { sellerId }: Viewer, eventId: string): Promise<FeedPosition> {
  const { rows } = await db.query<FeedPosition>({
    name: 'find-feed-position',
    text: `
      select transaction_id as "transactionId", event_id as "eventId" from webhook_events
      where seller_id = $1 and event_id = $2`,
    values: [sellerId, isUuid(eventId) ? eventId : null],
  });
  if (rows[0] !== undefined) return rows[0];
  const detail =
    'You have no event of this id; it may be past its retention. Leave "after" out to begin with the oldest.';
  throw invalidValue('/after', detail);
}

const maxAtOnce = 200;

/** How soon a stream shows an event: it looks again after this pause. */
const pauseMs = 500;

/**
 * Streams the events of the viewer, the oldest first, none missed however slowly they are read.
 *
 * @param after the id of the last event that the reader has; `null`: from the oldest event that is kept
 * @throws Refusal `invalid_request` where there is no such event
 */
export async function followEvents(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  after: string | null,
): Promise<AsyncIterableIterator<FeedEvent>> {
  let last = after === null ? feedStart : await findPosition(deps, viewer, after);
  let pause: NodeJS.Timeout | undefined;
  const { items, wake } = followNews(
    async () => {
      const events = await readFeed(deps, viewer, last, maxAtOnce);
      last = events.at(-1) ?? last;
      if (events.length === 0) pause = setTimeout(wake, pauseMs);
      return events;
    },
    () => clearTimeout(pause),
  );
  return items;
}

/** The number of events that one call deletes. */
const oldEventsAtOnce = 500;

/**
 * Deletes events past their retention with their deliveries, except events that are still being delivered. One call deletes a
 * batch, the oldest first: the next sweep continues. Ids begin with the instant at which PostgreSQL generated them.
 *
 * @param retentionDays `EVENT_RETENTION_DAYS`
 * @returns how many
 */
export async function deleteOldEvents(db: Connection, retentionDays: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delete-old-webhook-events',
    text: `
      with old as (
        select event_id from webhook_events e
        where event_id < (select uuidv7($2 * interval '-1 day'))
          and not exists (select from webhook_deliveries d where d.event_id = e.event_id and state = 'pending')
        order by event_id limit $1
        for update skip locked
      )
      delete from webhook_events using old where webhook_events.event_id = old.event_id`,
    values: [oldEventsAtOnce, retentionDays],
  });
  return rowCount ?? 0;
}
