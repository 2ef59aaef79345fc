import type { Database } from '../db/database.ts';

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

const dueToOpen = `status = 'upcoming' and bidding_period_starts_at <= statement_timestamp()`;

/** A first bid attempt is written before any bid: where it is missing once the end has passed, no bid can come. */
const overWithoutBids = `status <> 'completed' and bidding_period_ends_at <= statement_timestamp()
  and first_bid_attempt_at is null and not exists (select from bids where bids.auction_id = auctions.auction_id)`;

const open = `status = 'ongoing'`;

/** `completed_at` is the end, not the time of the look: the row is the same whoever turns it, and whenever. */
const complete = `status = 'completed', outcome = 'UNSOLD', completed_at = bidding_period_ends_at`;

/** Turns this auction if it is due, after waiting for whoever holds its row. */
export async function turnAuction({ pool }: Pick<Database, 'pool'>, auctionId: string): Promise<Turn> {
  const completed = await pool.query({
    name: 'complete-auction',
    text: `update auctions set ${complete} where auction_id = $1 and ${overWithoutBids}`,
    values: [auctionId],
  });
  if (completed.rowCount === 1) return 'completed';

  const opened = await pool.query<{ over: boolean }>({
    name: 'open-auction',
    text: `update auctions set ${open} where auction_id = $1 and ${dueToOpen}
      returning bidding_period_ends_at <= statement_timestamp() as over`,
    values: [auctionId],
  });
  if (opened.rows[0]?.over === false) return 'opened';

  const left = await pool.query({
    name: 'find-auction-awaiting-settlement',
    text: `select from auctions
      where auction_id = $1 and status <> 'completed' and bidding_period_ends_at <= statement_timestamp()`,
    values: [auctionId],
  });
  return left.rowCount === 1 ? 'awaits_settlement' : 'nothing_due';
}

/**
 * Turns every auction that is due. A row that somebody holds is left to its alarm or to the next pass, so that one
 * slow transaction holds up nothing else, and several passes at once share the work.
 */
export async function turnDueAuctions(db: Pick<Database, 'pool'>): Promise<DueTurned> {
  const opened = await turnInBatches(db, open, dueToOpen, 'bidding_period_starts_at');
  const completed = await turnInBatches(db, complete, overWithoutBids, 'bidding_period_ends_at');
  return {
    opened: opened.count,
    completed: completed.count,
    longestOverdueMs: Math.max(opened.longestOverdueMs, completed.longestOverdueMs),
  };
}

const batchSize = 1_000;

async function turnInBatches(
  { pool }: Pick<Database, 'pool'>,
  move: string,
  due: string,
  dueAt: string,
): Promise<{ count: number; longestOverdueMs: number }> {
  let count = 0;
  let longestOverdueMs = 0;
  for (;;) {
    const { rows } = await pool.query<{ overdueMs: number }>(
      `with due as materialized (
         select auction_id from auctions where ${due} order by ${dueAt} limit ${batchSize} for update skip locked
       )
       update auctions set ${move} from due where auctions.auction_id = due.auction_id
       returning (extract(epoch from statement_timestamp() - ${dueAt}) * 1000)::float8 as "overdueMs"`,
    );
    count += rows.length;
    longestOverdueMs = rows.reduce((longest, { overdueMs }) => Math.max(longest, overdueMs), longestOverdueMs);
    if (rows.length < batchSize) return { count, longestOverdueMs };
  }
}
