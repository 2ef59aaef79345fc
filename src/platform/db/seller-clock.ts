import type { Connection } from './database.ts';

// Only PostgreSQL's clock decides about auctions; process clocks only wake workers. A test seller may have advanced
// its own clock, so every judgement uses the seller's instant.

/** SQL of the time by which a seller's clock is ahead, over a row of `sellers`. */
export const clockOffset = `sellers.clock_offset_ms * interval '1 millisecond'`;

/** SQL of the seller's instant when it is evaluated, over a row of `sellers`: for a statement that waited for a lock. */
export const presentOfSellersRow = `(clock_timestamp() + ${clockOffset})`;

/** The same instant as `nowOfSeller`, in a statement that has read the row of `sellers`. */
export const nowOfSellersRow = `(statement_timestamp() + ${clockOffset})`;

/**
 * Returns SQL of a seller's instant: when the statement arrived, so that all parts of one statement agree on it and
 * an index can be searched by it. A statement that decides something has to follow the one that locked the row.
 *
 * @param sellerId SQL
 */
export function nowOfSeller(sellerId: string): string {
  return `(select ${nowOfSellersRow} from sellers where sellers.seller_id = ${sellerId})`;
}

/** The instant at the seller `$1`. */
export const sellerNow = nowOfSeller('$1');

export async function readClock(connection: Connection, sellerId: string): Promise<Date> {
  const { rows } = await connection.query<{ now: Date }>({
    name: 'read-clock',
    text: `select ${sellerNow} as now`,
    values: [sellerId],
  });
  return rows[0]!.now;
}
