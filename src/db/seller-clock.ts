import type { Connection } from './database.ts';

// The one clock that decides anything about an auction is PostgreSQL's; process clocks only wake. A test seller may have
// advanced its own beyond it, so every judgement is made at the seller's instant.

/** How far a seller's clock is ahead, of a row of `sellers`. */
export const clockOffset = `sellers.clock_offset_ms * interval '1 millisecond'`;

/**
 * The instant at the seller `$1`, as SQL: when the statement arrived, so that everything in one statement agrees on it and
 * an index can be searched by it. A statement that decides something has to follow the one that took the row's lock.
 */
export const sellerNow = `(select statement_timestamp() + ${clockOffset} from sellers where sellers.seller_id = $1)`;

/** The same where the seller's row is at hand. */
export const nowOfSellersRow = `(statement_timestamp() + ${clockOffset})`;

/** SQL that goes by `sellerNow`, by an instant that is at hand instead. */
export function byInstant(sql: string, now: string): string {
  return sql.replaceAll(sellerNow, now);
}

export async function readClock(connection: Connection, sellerId: string): Promise<Date> {
  const { rows } = await connection.query<{ now: Date }>({
    name: 'read-clock',
    text: `select ${sellerNow} as now`,
    values: [sellerId],
  });
  return rows[0]!.now;
}

/** @returns by how many whole seconds, rounded up, a test seller has advanced its clock; 0 for others */
export async function readClockAhead(connection: Connection, sellerId: string): Promise<number> {
  const { rows } = await connection.query<{ seconds: number }>(
    `select ceil(clock_offset_ms / 1000.0)::float8 as seconds from sellers where seller_id = $1`,
    [sellerId],
  );
  return rows[0]!.seconds;
}
