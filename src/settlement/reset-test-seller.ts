import { cancelLocked } from '../auctions/cancel-auction.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../platform/db/database.ts';
import { forgetPayments } from '../payments/providers/simulated/forget.ts';
import { finishAuthorizations } from './finish-authorizations.ts';
import { settleDueAuctions } from './settle-due-auctions.ts';

/** Auctions and events are deleted some at a time, so that no transaction holds many of them. */
const maxAtOnce = 500;

/**
 * Sets a test seller back to its first day: its auctions with their bids, payments, pictures, events and messages are deleted, stored
 * answers and its payment account too, and its clock is the service's again. Every hold is released first. Keys, webhook endpoints, the
 * seller's profile and the audit log stay. A reset that was interrupted is completed by the next one.
 *
 * @returns the number of deleted auctions
 * @throws Refusal `test_mode_only`; `auction_settling` while a payment has no clear outcome, before anything is deleted
 */
export async function resetTestSeller(deps: BidDeps, viewer: Viewer): Promise<number> {
  const { sellerId, mode } = viewer;
  if (mode !== 'test') throw new Refusal('test_mode_only');
  await deps.db.transaction(async (tx) => {
    await endAuctions(tx, sellerId);
    const subject = { subjectType: 'seller', subjectId: sellerId, before: null, after: null } as const;
    await recordAudit(tx, viewer, { action: 'resetTestSeller', ...subject });
  });
  await settleDueAuctions(deps, sellerId);
  await finishAuthorizations(deps, sellerId);

  let deleted = 0;
  let auctionIds: string[];
  do {
    auctionIds = await deps.db.transaction(async (tx) => {
      await refuseOpenPayments(tx, sellerId);
      return await deleteAuctions(tx, sellerId);
    });
    deleted += auctionIds.length;
    for (const auctionId of auctionIds) deps.live.announce(auctionId);
  } while (auctionIds.length === maxAtOnce);
  // Events go by their seller, with the messages about them, because no index finds those of an auction and of its bids together. A worker that
  // follows up events meanwhile leaves others, so the last pass finds none.
  let deletedEvents: number | null;
  do {
    ({ rowCount: deletedEvents } = await deps.db.query(
      `delete from webhook_events where event_id = any (array (
         select event_id from webhook_events where seller_id = $1 limit ${maxAtOnce}))`,
      [sellerId],
    ));
  } while (deletedEvents !== 0);
  // Otherwise every comparison of the books would find payments that the books lack.
  let forgotten: number;
  do {
    forgotten = await deps.db.transaction((tx) => forgetPayments(tx, sellerId, maxAtOnce));
  } while (forgotten === maxAtOnce);
  await deps.db.transaction(async (tx) => {
    await tx.query('delete from mail_addresses where seller_id = $1', [sellerId]);
    await tx.query('delete from idempotency_keys where seller_id = $1', [sellerId]);
    await tx.query('update sellers set clock_offset_ms = 0 where seller_id = $1', [sellerId]);
    await tx.query('delete from payment_accounts where seller_id = $1', [sellerId]);
  });
  return deleted;
}

/** Ends every auction without a winner, but those whose capture was requested. No webhook reports it. */
async function endAuctions(tx: Connection, sellerId: string): Promise<void> {
  const { rows } = await tx.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from auctions
     where seller_id = $1 and status <> 'completed' and capture_requested_at is null order by auction_id for no key update`,
    [sellerId],
  );
  const auctionIds = rows.map(({ auctionId }) => auctionId);
  await cancelLocked(tx, { sellerId, auctionIds, isReported: false });
}

/** Locks the seller's row, too: no auction, bid or payment of it is written until the transaction ends. */
async function refuseOpenPayments(tx: Connection, sellerId: string): Promise<void> {
  await tx.query('select from sellers where seller_id = $1 for update', [sellerId]);
  // The holds of an erased bidder are closed. Without this condition the holds of all sellers would be read.
  const { rows } = await tx.query(
    `select from authorizations
     where seller_id = $1 and closed_at is null and erased_at is null and state <> 'captured_outside' limit 1`,
    [sellerId],
  );
  if (rows.length === 0) return;
  const detail = 'A payment of one of the auctions has no clear outcome yet: reset again in a minute.';
  throw new Refusal('auction_settling', { detail });
}

/** @returns the ids of the deleted auctions: all that are left, at most `maxAtOnce` */
async function deleteAuctions(tx: Connection, sellerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ auctionId: string }>(
    'select auction_id as "auctionId" from auctions where seller_id = $1 order by auction_id limit $2',
    [sellerId, maxAtOnce],
  );
  const auctionIds = rows.map(({ auctionId }) => auctionId);
  const { rows: shown } = await tx.query<{ pictureId: string }>(
    'select picture_id as "pictureId" from auction_pictures where auction_id = any($1)',
    [auctionIds],
  );
  // A kept card is a part of its hold.
  await tx.query(
    `delete from kept_cards where authorization_id in (
       select authorization_id from authorizations where auction_id = any($1))`,
    [auctionIds],
  );
  for (const table of tablesOfAuctions) {
    await tx.query(`delete from ${table} where auction_id = any($1)`, [auctionIds]);
  }
  await tx.query(
    `delete from pictures p where picture_id = any($1)
       and not exists (select from auction_pictures a where a.picture_id = p.picture_id)
       and not exists (select from seller_profiles s where s.logo_picture_id = p.picture_id)`,
    [shown.map(({ pictureId }) => pictureId)],
  );
  return auctionIds;
}

/** The tables with rows of an auction, each before those that its rows refer to. */
const tablesOfAuctions = [
  'reversals',
  'refunds',
  'capture_attempts',
  'settlement_holds',
  'auction_pictures',
  'auction_presentations',
  'authorizations',
  'delivery_details',
  'shipments',
  'bids',
  'bid_counts',
  'transcript_lines',
  'auctions',
];
