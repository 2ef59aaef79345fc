import type { Database } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { transitionLag } from '../metrics/metrics.ts';
import { recordAuctionEvents } from '../webhooks/record-auction-events.ts';

/** What a look at an auction found, and what became of it. */
export type Turn =
  /** Bids are taken from now on. */
  | 'opened'
  /** It is over without a bid: `UNSOLD`. */
  | 'completed'
  /** It is over and may have bids: settlement decides, until then it stays `ongoing`. */
  | 'awaits_settlement'
  /** Nothing is due by PostgreSQL's clock, or it was done before. */
  | 'nothing_due';

/** What one pass over everything that is due has turned. */
export interface DueTurned {
  readonly opened: number;
  readonly completed: number;
  /** How late the latest of them was; 0 when nothing was due. */
  readonly longestOverdueMs: number;
}

// Each move is one guarded write. `statement_timestamp()` is PostgreSQL's clock when the statement arrived, never ahead
// of the instant at which the row is locked, and an index can be searched by it.

/** The instant by which an auction is judged: its seller's, who may have advanced a test clock. */
const sellersNow = `statement_timestamp() + ${clockOffset}`;

const dueToOpen = (now: string) => `status = 'upcoming' and bidding_period_starts_at <= ${now}`;

/**
 * A first bid attempt is written before any bid: where it is missing once the end has passed, no bid can come. Each row is
 * looked up by itself (`offset 0`): a join might be planned to read all open auctions.
 */
const overWithoutBids = (now: string) => `status <> 'completed' and bidding_period_ends_at <= ${now}
  and first_bid_attempt_at is null and not exists (select from bids where bids.auction_id = auctions.auction_id offset 0)`;

const open = `status = 'ongoing'`;

/** `completed_at` is the end, not the time of the look: the row is the same whoever turns it, and whenever. */
const complete = `status = 'completed', outcome = 'UNSOLD', completed_at = bidding_period_ends_at`;

const overdueMs = (now: string, dueAt: string) =>
  `(extract(epoch from ${now} - ${dueAt}) * 1000)::float8 as "overdueMs"`;

/** @returns how many were turned */
function observeLag(move: 'open' | 'complete', turned: readonly { overdueMs: number }[]): number {
  for (const { overdueMs: lag } of turned) transitionLag.observe({ move }, lag / 1000);
  return turned.length;
}

/** Turns this auction if it is due, after waiting for whoever holds its row. */
export async function turnAuction({ pool }: Pick<Database, 'pool'>, auctionId: string): Promise<Turn> {
  const completed = await pool.query<{ overdueMs: number }>({
    name: 'complete-auction',
    text: `
      with moved as (
        update auctions set ${complete} from sellers
        where sellers.seller_id = auctions.seller_id and auction_id = $1 and ${overWithoutBids(sellersNow)}
        returning old.status as was, new.*, ${overdueMs(sellersNow, 'new.bidding_period_ends_at')}
      ), ${recordAuctionEvents('moved')}
      select "overdueMs" from moved`,
    values: [auctionId],
  });
  if (observeLag('complete', completed.rows) > 0) return 'completed';

  const opened = await pool.query<{ over: boolean; overdueMs: number }>({
    name: 'open-auction',
    text: `
      with moved as (
        update auctions set ${open} from sellers
        where sellers.seller_id = auctions.seller_id and auction_id = $1 and ${dueToOpen(sellersNow)}
        returning old.status as was, new.*, new.bidding_period_ends_at <= ${sellersNow} as over,
          ${overdueMs(sellersNow, 'new.bidding_period_starts_at')}
      ), ${recordAuctionEvents('moved')}
      select over, "overdueMs" from moved`,
    values: [auctionId],
  });
  observeLag('open', opened.rows);
  if (opened.rows[0]?.over === false) return 'opened';

  const left = await pool.query({
    name: 'find-auction-awaiting-settlement',
    text: `select from auctions join sellers using (seller_id)
      where auction_id = $1 and status <> 'completed' and bidding_period_ends_at <= ${sellersNow}`,
    values: [auctionId],
  });
  return left.rowCount === 1 ? 'awaits_settlement' : 'nothing_due';
}

/**
 * Turns every auction that is due. A row that somebody holds is left to its alarm or to the next pass, so that one
 * slow transaction holds up nothing else, and several passes at once share the work.
 */
export async function turnDueAuctions(db: Pick<Database, 'pool'>): Promise<DueTurned> {
  const turned = await turnDue(db, { from: 'auctions', now: 'statement_timestamp()', values: [] });
  const advanced = await db.pool.query<{ sellerId: string }>(
    `select seller_id as "sellerId" from sellers where clock_offset_ms > 0`,
  );
  if (advanced.rowCount === 0) return turned;
  const more = await turnDueAuctionsOf(
    db,
    advanced.rows.map(({ sellerId }) => sellerId),
  );
  return {
    opened: turned.opened + more.opened,
    completed: turned.completed + more.completed,
    longestOverdueMs: Math.max(turned.longestOverdueMs, more.longestOverdueMs),
  };
}

/** The same for the auctions of these sellers, who may have advanced their clocks. */
export async function turnDueAuctionsOf(db: Pick<Database, 'pool'>, sellerIds: readonly string[]): Promise<DueTurned> {
  const from = 'auctions join sellers on sellers.seller_id = auctions.seller_id and auctions.seller_id = any($1)';
  return turnDue(db, { from, now: sellersNow, values: [sellerIds] });
}

/** Where due auctions are looked for, and by which clock. */
interface Source {
  readonly from: string;
  readonly now: string;
  readonly values: readonly unknown[];
}

async function turnDue(db: Pick<Database, 'pool'>, source: Source): Promise<DueTurned> {
  const opened = await turnInBatches(db, source, { move: open, due: dueToOpen, dueAt: 'bidding_period_starts_at' });
  const completed = await turnInBatches(db, source, {
    move: complete,
    due: overWithoutBids,
    dueAt: 'bidding_period_ends_at',
  });
  return {
    opened: opened.count,
    completed: completed.count,
    longestOverdueMs: Math.max(opened.longestOverdueMs, completed.longestOverdueMs),
  };
}

const batchSize = 1_000;

async function turnInBatches(
  { pool }: Pick<Database, 'pool'>,
  { from, now, values }: Source,
  { move, due, dueAt }: { move: string; due: (now: string) => string; dueAt: string },
): Promise<{ count: number; longestOverdueMs: number }> {
  let count = 0;
  let longestOverdueMs = 0;
  for (;;) {
    const { rows } = await pool.query<{ overdueMs: number }>(
      `with due as materialized (
         select auction_id, ${now} - ${dueAt} as overdue from ${from}
         where ${due(now)} order by ${dueAt} limit ${batchSize} for update of auctions skip locked
       ), moved as (
         -- By an array of keys: a join with that many rows may be planned to read the whole table.
         update auctions set ${move} where auction_id = any (array (select auction_id from due))
         returning old.status as was, new.*
       ), ${recordAuctionEvents('moved')}
       select (extract(epoch from overdue) * 1000)::float8 as "overdueMs" from due`,
      [...values],
    );
    count += observeLag(move === open ? 'open' : 'complete', rows);
    longestOverdueMs = rows.reduce((longest, { overdueMs }) => Math.max(longest, overdueMs), longestOverdueMs);
    if (rows.length < batchSize) return { count, longestOverdueMs };
  }
}
