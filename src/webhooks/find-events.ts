import { z } from 'zod';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf, pageSizeLimit } from '../core/page-input.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { type EventRow, eventColumns } from './event-row.ts';

type Pool = { readonly db: Connection };

/** A place in a seller's feed: right after the event of this transaction. */
export interface FeedPosition {
  /** A `bigint` as text. */
  readonly transactionId: string;
  readonly eventId: string;
}

export type FeedEvent = EventRow & FeedPosition;

export const feedStart: FeedPosition = { transactionId: '-1', eventId: '00000000-0000-0000-0000-000000000000' };

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
export async function findEvents(deps: Pool, viewer: Viewer, input: unknown): Promise<Page<FeedEvent>> {
  const { after, limit } = checkInput(findEventsInput, input);
  const position = after == null ? feedStart : await findPosition(deps, viewer, after);
  return pageOf(await readFeed(deps, viewer, position, limit + 1), limit);
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
export async function findPosition({ db }: Pool, { sellerId }: Viewer, eventId: string): Promise<FeedPosition> {
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
  throw new Refusal('invalid_request', { faults: [{ pointer: '/after', code: 'invalid_value', detail }] });
}
