import { leftOut } from '../core/in-batches.ts';
import type { Connection } from '../db/database.ts';
import { couldBeCaptured } from '../payments/could-be-captured.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { transitionLag } from '../metrics/metrics.ts';
import { recordAuctionEvents } from '../webhooks/record-auction-events.ts';

/** The result of a transition, after the auction's alarm has fired. */
export type Transition =
  /** Bids are taken from now on. */
  | 'opened'
  /** The auction is over without a bid: `UNSOLD`. */
  | 'completed'
  /** The auction is over, may have bids, and no capture is under way: it stays `ongoing` until the settlement decides. */
  | 'awaits_settlement'
  /** No transition is due by PostgreSQL's clock, or it was done before. */
  | 'nothing_due';

/** The transitions of one pass over all due auctions. */
export interface DueTransitioned {
  readonly opened: number;
  readonly completed: number;
  /** The delay of the latest transition; 0 when nothing was due. */
  readonly maxOverdueMs: number;
}

// Each transition is one guarded write. `statement_timestamp()` is PostgreSQL's clock when the statement arrived: it
// is never ahead of the instant at which the row is locked, and an index can be searched by it.

/** The seller's clock applies: a seller may have advanced a test clock. */
const sellersNow = `statement_timestamp() + ${clockOffset}`;

const dueToOpen = (now: string) => `status = 'upcoming' and bidding_period_starts_at <= ${now}`;

/**
 * A first bid attempt is written before any bid: if none is written once the end has passed, no bid can come. Each
 * row is looked up by itself (`offset 0`): for a join the planner might read all open auctions.
 */
const overWithoutBids = (now: string) => `status <> 'completed' and bidding_period_ends_at <= ${now}
  and first_bid_attempt_at is null and not exists (select from bids where bids.auction_id = auctions.auction_id offset 0)`;

/**
 * `completed_at` is the end, not the time of the transition: the row is the same whichever worker completes it, and whenever.
 *
 * @param completes SQL that is true for an auction that completes, and false for one that opens
 */
const changing = (completes: string) => `
  status = case when ${completes} then 'completed' else 'ongoing' end::auction_status,
  outcome = case when ${completes} then 'UNSOLD'::auction_outcome else outcome end,
  completed_at = case when ${completes} then bidding_period_ends_at else completed_at end`;

const overdueMs = (now: string, dueAt: string) =>
  `(extract(epoch from ${now} - ${dueAt}) * 1000)::float8 as "overdueMs"`;

/**
 * Records the delays.
 *
 * @returns the number of transitioned auctions
 */
function observeLag(move: 'open' | 'complete', moved: readonly { overdueMs: number }[]): number {
  for (const { overdueMs: lag } of moved) transitionLag.observe({ move }, lag / 1000);
  return moved.length;
}

/** Transitions this auction if it is due, after waiting for the lock of its row. */
export async function transitionAuction(db: Connection, auctionId: string): Promise<Transition> {
  const [transition] = await transitionAuctions(db, [auctionId]);
  if (typeof transition !== 'string') throw new Error(`Auction ${auctionId} was left out although it was alone.`);
  return transition;
}

/**
 * Transitions those of these auctions that are due. One alone is waited for while its row is locked. Of several, those that are due
 * and locked are left out, so that no auction waits for another one.
 */
export async function transitionAuctions(
  db: Connection,
  auctionIds: readonly string[],
): Promise<(Transition | typeof leftOut)[]> {
  const isAlone = auctionIds.length === 1;
  const { rows } = await db.query<Transitioned>({
    name: isAlone ? 'transition-auction' : 'transition-auctions',
    text: transitioning(isAlone ? '' : 'skip locked'),
    values: [auctionIds],
  });
  observeLag(
    'open',
    rows.filter(({ completes }) => completes === false),
  );
  observeLag(
    'complete',
    rows.filter(({ completes }) => completes === true),
  );
  const found = new Map(rows.map((row) => [row.auctionId, row]));
  return auctionIds.map((auctionId) => {
    const row = found.get(auctionId);
    if (row === undefined) return 'nothing_due';
    if (row.completes === true) return 'completed';
    if (row.completes === null && row.wasDue && !isAlone) return leftOut;
    if (row.awaitsSettlement) return 'awaits_settlement';
    return row.completes === null ? 'nothing_due' : 'opened';
  });
}

interface Transitioned {
  readonly auctionId: string;
  /** `null`: the auction was not transitioned, and the delay says nothing. */
  readonly completes: boolean | null;
  readonly overdueMs: number;
  /** Whether it was due before its row was locked. */
  readonly wasDue: boolean;
  readonly awaitsSettlement: boolean;
}

const isDue = `(${dueToOpen(sellersNow)} or ${overWithoutBids(sellersNow)})`;

const transitioning = (whenLocked: string) => `
  with due as materialized (
    select auction_id, ${overWithoutBids(sellersNow)} as completes from auctions join sellers using (seller_id)
    where auction_id = any($1::uuid[]) and ${isDue}
    for no key update of auctions ${whenLocked}
  ), moved as (
    update auctions set ${changing('completes')}
    from due, sellers where auctions.auction_id = due.auction_id and sellers.seller_id = auctions.seller_id
    returning old.status as was, new.*, null::uuid as winning_bid_id, completes,
      ${overdueMs(sellersNow, 'case when completes then new.bidding_period_ends_at else new.bidding_period_starts_at end')}
  ), ${recordAuctionEvents('moved')}
  select auction_id as "auctionId", moved.completes, moved."overdueMs", ${isDue} as "wasDue",
    auctions.bidding_period_ends_at <= ${sellersNow} and auctions.status <> 'completed' and not exists (
      select from authorizations a where a.auction_id = auctions.auction_id and ${couldBeCaptured('a')} offset 0) as "awaitsSettlement"
  from auctions join sellers using (seller_id) left join (
    select auction_id, completes, "overdueMs" from moved) moved using (auction_id)
  where auction_id = any($1::uuid[])`;

/**
 * Transitions every due auction. A locked row is left to its alarm or to the next pass, so that a slow transaction
 * delays nothing else, and parallel passes share the work.
 */
export async function transitionDueAuctions(db: Connection): Promise<DueTransitioned> {
  const usual = await transitionDue(db, { from: 'auctions', now: 'statement_timestamp()', values: [] });
  const advanced = await db.query<{ sellerId: string }>(
    `select seller_id as "sellerId" from sellers where clock_offset_ms > 0`,
  );
  if (advanced.rowCount === 0) return usual;
  const more = await transitionDueAuctionsOf(
    db,
    advanced.rows.map(({ sellerId }) => sellerId),
  );
  return {
    opened: usual.opened + more.opened,
    completed: usual.completed + more.completed,
    maxOverdueMs: Math.max(usual.maxOverdueMs, more.maxOverdueMs),
  };
}

/** Transitions the due auctions of these sellers, who may have advanced their clocks. */
export async function transitionDueAuctionsOf(db: Connection, sellerIds: readonly string[]): Promise<DueTransitioned> {
  const from = 'auctions join sellers on sellers.seller_id = auctions.seller_id and auctions.seller_id = any($1)';
  return transitionDue(db, { from, now: sellersNow, values: [sellerIds] });
}

/** SQL of the rows to search for due auctions, and of the clock that applies. */
interface Source {
  readonly from: string;
  readonly now: string;
  readonly values: readonly unknown[];
}

async function transitionDue(db: Connection, source: Source): Promise<DueTransitioned> {
  const opened = await transitionInBatches(db, source, {
    move: 'open',
    due: dueToOpen,
    dueAt: 'bidding_period_starts_at',
  });
  const completed = await transitionInBatches(db, source, {
    move: 'complete',
    due: overWithoutBids,
    dueAt: 'bidding_period_ends_at',
  });
  return {
    opened: opened.count,
    completed: completed.count,
    maxOverdueMs: Math.max(opened.maxOverdueMs, completed.maxOverdueMs),
  };
}

const batchSize = 1_000;

async function transitionInBatches(
  db: Connection,
  { from, now, values }: Source,
  { move, due, dueAt }: { move: 'open' | 'complete'; due: (now: string) => string; dueAt: string },
): Promise<{ count: number; maxOverdueMs: number }> {
  let count = 0;
  let maxOverdueMs = 0;
  for (;;) {
    const { rows } = await db.query<{ overdueMs: number }>(
      `with due as materialized (
         select auction_id, ${now} - ${dueAt} as overdue from ${from}
         where ${due(now)} order by ${dueAt} limit ${batchSize} for update of auctions skip locked
       ), moved as (
         -- By an array of keys: a join with that many rows may be planned to read the whole table.
         update auctions set ${changing(move === 'complete' ? 'true' : 'false')}
         where auction_id = any (array (select auction_id from due))
         returning old.status as was, new.*, null::uuid as winning_bid_id
       ), ${recordAuctionEvents('moved')}
       select (extract(epoch from overdue) * 1000)::float8 as "overdueMs" from due`,
      [...values],
    );
    count += observeLag(move, rows);
    maxOverdueMs = rows.reduce((longest, { overdueMs }) => Math.max(longest, overdueMs), maxOverdueMs);
    if (rows.length < batchSize) return { count, maxOverdueMs };
  }
}
