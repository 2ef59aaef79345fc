import type { QueryConfig } from 'pg';
import { leftOut } from '../core/in-batches.ts';
import type { Connection } from '../platform/db/database.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import { transitionLag } from '../platform/metrics/metrics.ts';
import { recordAuctionEvents } from './webhooks/record-events.ts';

// Each opening is one guarded write. `statement_timestamp()` is PostgreSQL's clock when the statement arrived: it
// is never ahead of the instant at which the row is locked, and an index can be searched by it.

/** The seller's clock applies: a seller may have advanced a test clock. */
const sellersNow = `statement_timestamp() + ${clockOffset}`;

/**
 * Builds the statement that opens the first thousand auctions that are due to begin.
 *
 * @param from SQL of the rows to search for due auctions
 * @param now SQL of the clock that applies
 * @param whenLocked `skip locked`: a row that somebody holds is left out
 */
const opening = (from: string, now: string, whenLocked = 'skip locked') => `
  with due as materialized (
    select auction_id, (extract(epoch from ${now} - bidding_period_starts_at) * 1000)::float8 as "overdueMs" from ${from}
    where status = 'upcoming' and bidding_period_starts_at <= ${now}
    order by bidding_period_starts_at limit ${batchSize} for no key update of auctions ${whenLocked}
  ), moved as (
    -- By an array of keys: a join with that many rows may be planned to read the whole table.
    update auctions set status = 'ongoing'
    where auction_id = any (array (select auction_id from due))
    returning auctions.*
  ), ${recordAuctionEvents('auction_started', 'moved', "'ongoing'")}
  select auction_id as "auctionId", "overdueMs" from due`;

const batchSize = 1_000;

interface Opened {
  readonly auctionId: string;
  readonly overdueMs: number;
}

async function open(db: Connection, statement: QueryConfig): Promise<readonly Opened[]> {
  const { rows } = await db.query<Opened>(statement);
  for (const { overdueMs } of rows) transitionLag.observe(overdueMs / 1000);
  return rows;
}

const named = 'auctions join sellers on sellers.seller_id = auctions.seller_id and auction_id = any($1::uuid[])';

/**
 * Opens those of these auctions that are due to begin. Those whose rows are locked are left out, so that no auction waits for another one.
 *
 * @param isAlone waits for the lock of the only auction
 * @returns whether each is opened now
 */
export async function openAuctions(
  db: Connection,
  auctionIds: readonly string[],
  isAlone: boolean,
): Promise<(boolean | typeof leftOut)[]> {
  const rows = await open(db, {
    name: isAlone ? 'open-auction' : 'open-auctions',
    text: opening(named, sellersNow, isAlone ? '' : 'skip locked'),
    values: [auctionIds],
  });
  const opened = new Set(rows.map(({ auctionId }) => auctionId));
  return auctionIds.map((auctionId) => opened.has(auctionId) || (isAlone ? false : leftOut));
}

/**
 * Opens every auction that is due to begin. A locked row is left to its alarm or to the next pass, so that a slow transaction
 * delays nothing else, and parallel passes share the work.
 *
 * @returns the number of auctions, and the longest time by which one of them was overdue
 */
export async function openDueAuctions(db: Connection) {
  const usual = await openInBatches(db, { text: opening('auctions', 'statement_timestamp()') });
  const { rows: advanced } = await db.query<{ sellerId: string }>(
    `select seller_id as "sellerId" from sellers where clock_offset_ms > 0`,
  );
  // With no seller to search for, the statement would read all that is due.
  if (advanced.length === 0) return usual;
  const sellerIds = advanced.map(({ sellerId }) => sellerId);
  const more = await openDueAuctionsOf(db, sellerIds);
  return { opened: usual.opened + more.opened, maxOverdueMs: Math.max(usual.maxOverdueMs, more.maxOverdueMs) };
}

const ofSellers = 'auctions join sellers on sellers.seller_id = auctions.seller_id and auctions.seller_id = any($1)';

/** Opens the due auctions of these sellers, who may have advanced their clocks. */
export async function openDueAuctionsOf(db: Connection, sellerIds: readonly string[]) {
  return openInBatches(db, { text: opening(ofSellers, sellersNow), values: [sellerIds] });
}

async function openInBatches(db: Connection, statement: QueryConfig) {
  let opened = 0;
  let maxOverdueMs = 0;
  for (;;) {
    const rows = await open(db, statement);
    opened += rows.length;
    maxOverdueMs = rows.reduce((longest, { overdueMs }) => Math.max(longest, overdueMs), maxOverdueMs);
    if (rows.length < batchSize) return { opened, maxOverdueMs };
  }
}
