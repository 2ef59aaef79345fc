import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { checkInput } from '../core/check-input.ts';
import { pageSizeLimit } from '../core/page-input.ts';
import { invalidValue } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { WebhookEventType } from '../db/generated/enums.ts';
import type { Deps } from '../deps.ts';

/** An event, as it is read with a delivery or from the feed. */
export interface EventRow {
  eventId: string;
  eventType: WebhookEventType;
  auctionId: string | null;
  bidId: string | null;
  /** The rows as they were at the event; the body is built from them. */
  snapshot: unknown;
  eventCreatedAt: Date;
}

/** The select list that makes an `EventRow` of `webhook_events v`. */
export const eventColumns = `
  v.event_id as "eventId", v.event_type as "eventType", v.auction_id as "auctionId", v.bid_id as "bidId", v.snapshot,
  v.created_at as "eventCreatedAt"`;

type Pool = { readonly db: Connection };

/** A place in a seller's feed: right after the event of this transaction. */
interface FeedPosition {
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
async function readFeed(
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
export async function findEvent({ db }: Pool, { sellerId }: Viewer, eventId: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow>({
    name: 'find-event',
    text: `select ${eventColumns} from webhook_events v where v.seller_id = $1 and v.event_id = $2`,
    values: [sellerId, isUuid(eventId) ? eventId : null],
  });
  return rows[0] ?? null;
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
  const waiting: FeedEvent[] = [];
  const ending = new AbortController();

  async function nextEvent(): Promise<FeedEvent | undefined> {
    while (!ending.signal.aborted && waiting.length === 0) {
      waiting.push(...(await readFeed(deps, viewer, last, maxAtOnce)));
      if (waiting.length > 0) break;
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    return ending.signal.aborted ? undefined : waiting.shift();
  }

  const events: AsyncIterableIterator<FeedEvent> = {
    async next() {
      const event = await nextEvent();
      if (event === undefined) return { done: true, value: undefined };
      last = event;
      return { done: false, value: event };
    },
    async return() {
      ending.abort();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return events;
}

/** The number of events that one call deletes. */
export const oldEventsAtOnce = 500;

/**
 * Deletes events past their retention with their deliveries, except events that are still being delivered. One call deletes a
 * batch, the oldest first: the next sweep continues.
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
        where created_at < statement_timestamp() - $2 * interval '1 day'
          and not exists (select from webhook_deliveries d where d.event_id = e.event_id and state = 'pending')
        order by created_at limit $1
        for update skip locked
      )
      delete from webhook_events using old where webhook_events.event_id = old.event_id`,
    values: [oldEventsAtOnce, retentionDays],
  });
  return rowCount ?? 0;
}
