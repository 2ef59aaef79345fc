import { leftOut } from '../core/in-batches.ts';
import type { Connection } from '../platform/db/database.ts';
import { mayTurnOutCaptured } from '../payments/holds/capture-conditions.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import { transitionLag } from '../platform/metrics/metrics.ts';
import { recordAuctionEvents } from './webhooks/record-events.ts';

/** The result of a transition, after the auction's alarm has fired. */
export type Transition =
  /** Bids are taken from now on. */
  | 'opened'
  /** The auction is over, and no capture is under way: it stays `ongoing` until the settlement decides, with bids or without. */
  | 'awaits_settlement'
  /** No transition is due by PostgreSQL's clock, or it was done before. */
  | 'nothing_due';

// Each transition is one guarded write. `statement_timestamp()` is PostgreSQL's clock when the statement arrived: it
// is never ahead of the instant at which the row is locked, and an index can be searched by it.

/** The seller's clock applies: a seller may have advanced a test clock. */
const sellersNow = `statement_timestamp() + ${clockOffset}`;

const dueToOpen = (now: string) => `status = 'upcoming' and bidding_period_starts_at <= ${now}`;

const overdueMs = (now: string) =>
  `(extract(epoch from ${now} - bidding_period_starts_at) * 1000)::float8 as "overdueMs"`;

function observeLag(opened: readonly { overdueMs: number }[]): void {
  for (const { overdueMs: lag } of opened) transitionLag.observe(lag / 1000);
}

/**
 * Transitions those of these auctions that are due. Those whose rows are locked are left out, so that no auction waits for another one.
 *
 * @param isAlone waits for the lock of the only auction
 */
export async function transitionAuctions(
  db: Connection,
  auctionIds: readonly string[],
  isAlone: boolean,
): Promise<(Transition | typeof leftOut)[]> {
  const { rows } = await db.query<Transitioned>({
    name: isAlone ? 'transition-auction' : 'transition-auctions',
    text: transitioning(isAlone ? '' : 'skip locked'),
    values: [auctionIds],
  });
  observeLag(rows.filter(({ isOpened }) => isOpened));
  const found = new Map(rows.map((row) => [row.auctionId, row]));
  return auctionIds.map((auctionId) => {
    const row = found.get(auctionId);
    if (row === undefined) return 'nothing_due';
    if (!row.isOpened && row.wasDue && !isAlone) return leftOut;
    if (row.awaitsSettlement) return 'awaits_settlement';
    return row.isOpened ? 'opened' : 'nothing_due';
  });
}

interface Transitioned {
  readonly auctionId: string;
  readonly isOpened: boolean;
  readonly overdueMs: number;
  /** Whether it was due before its row was locked. */
  readonly wasDue: boolean;
  readonly awaitsSettlement: boolean;
}

const transitioning = (whenLocked: string) => `
  with due as materialized (
    select auction_id from auctions join sellers using (seller_id)
    where auction_id = any($1::uuid[]) and ${dueToOpen(sellersNow)}
    for no key update of auctions ${whenLocked}
  ), moved as (
    update auctions set status = 'ongoing'
    from due, sellers where auctions.auction_id = due.auction_id and sellers.seller_id = auctions.seller_id
    returning auctions.*, ${overdueMs(sellersNow)}
  ), ${recordAuctionEvents('auction_started', 'moved', "'ongoing'")}
  select auction_id as "auctionId", moved.auction_id is not null as "isOpened", moved."overdueMs", ${dueToOpen(sellersNow)} as "wasDue",
    auctions.bidding_period_ends_at <= ${sellersNow} and auctions.status <> 'completed' and not exists (
      select from authorizations a where a.auction_id = auctions.auction_id and ${mayTurnOutCaptured('a')} offset 0) as "awaitsSettlement"
  from auctions join sellers using (seller_id) left join (select auction_id, "overdueMs" from moved) moved using (auction_id)
  where auction_id = any($1::uuid[])`;

/**
 * Opens every auction that is due to begin. A locked row is left to its alarm or to the next pass, so that a slow transaction
 * delays nothing else, and parallel passes share the work.
 *
 * @returns the number of auctions, and the longest time by which one of them was overdue
 */
export async function transitionDueAuctions(db: Connection) {
  const usual = await openInBatches(db, { from: 'auctions', now: 'statement_timestamp()', values: [] });
  const { rows: advanced } = await db.query<{ sellerId: string }>(
    `select seller_id as "sellerId" from sellers where clock_offset_ms > 0`,
  );
  // With no seller to search for, the statement would read all that is due.
  if (advanced.length === 0) return usual;
  const sellerIds = advanced.map(({ sellerId }) => sellerId);
  const more = await transitionDueAuctionsOf(db, sellerIds);
  return { opened: usual.opened + more.opened, maxOverdueMs: Math.max(usual.maxOverdueMs, more.maxOverdueMs) };
}

/** Opens the due auctions of these sellers, who may have advanced their clocks. */
export async function transitionDueAuctionsOf(db: Connection, sellerIds: readonly string[]) {
  const from = 'auctions join sellers on sellers.seller_id = auctions.seller_id and auctions.seller_id = any($1)';
  return openInBatches(db, { from, now: sellersNow, values: [sellerIds] });
}

const batchSize = 1_000;

/**
 * @param due.from SQL of the rows to search for due auctions
 * @param due.now SQL of the clock that applies
 */
async function openInBatches(db: Connection, { from, now, values }: { from: string; now: string; values: unknown[] }) {
  let opened = 0;
  let maxOverdueMs = 0;
  for (;;) {
    const { rows } = await db.query<{ overdueMs: number }>(
      `with due as materialized (
         select auction_id, ${overdueMs(now)} from ${from}
         where ${dueToOpen(now)} order by bidding_period_starts_at limit ${batchSize} for update of auctions skip locked
       ), moved as (
         -- By an array of keys: a join with that many rows may be planned to read the whole table.
         update auctions set status = 'ongoing'
         where auction_id = any (array (select auction_id from due))
         returning auctions.*
       ), ${recordAuctionEvents('auction_started', 'moved', "'ongoing'")}
       select "overdueMs" from due`,
      values,
    );
    observeLag(rows);
    opened += rows.length;
    maxOverdueMs = rows.reduce((longest, { overdueMs: lag }) => Math.max(longest, lag), maxOverdueMs);
    if (rows.length < batchSize) return { opened, maxOverdueMs };
  }
}
