import type { QueryConfig, QueryResult } from 'pg';
import type { Connection, Database } from './database.ts';

/** The longest transactions release the bidders of a popular auction. */
const longest = '60s';

/**
 * Locks an auction's row until the transaction ends. The statement that reads the auction has to follow: it then sees what was
 * written while this one waited, and its clock is later than the lock.
 *
 * @param atMost the time after which PostgreSQL takes the row back, and closes the connection: nothing came over it, as its process or network has
 *   died
 */
export function lockAuction(auctionId: string, atMost = longest): QueryConfig {
  return {
    name: 'lock-auction',
    // The wait for the row does not count: the subquery waits before the time begins.
    text: `
      select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked`,
    values: [auctionId, atMost],
  };
}

/**
 * Runs statements in one transaction that locks an auction's row first, in one round trip: others wait for the row, and meanwhile PostgreSQL must not
 * wait for a process that has other work.
 *
 * @returns the results of the statements
 */
export async function underAuctionLock(
  db: Database,
  auctionId: string,
  statements: readonly QueryConfig[],
): Promise<QueryResult[]> {
  return (await db.pipeline([lockAuction(auctionId, '10s'), ...statements])).slice(1);
}

/**
 * Locks the rows of several auctions, as `lockAuction` does. Those that are locked by others are left out, so that no auction waits for another one.
 *
 * @param isAlone waits for the lock of the only auction
 * @returns the auctions that are locked now
 */
export async function lockAuctions(
  tx: Connection,
  auctionIds: readonly string[],
  isAlone: boolean,
): Promise<readonly string[]> {
  if (isAlone) {
    await tx.query(lockAuction(auctionIds[0]!));
    return auctionIds;
  }
  const { rows } = await tx.query<{ auctionId: string }>({
    name: 'lock-auctions',
    text: `
      select auction_id as "auctionId" from auctions
      where auction_id = any($1::uuid[]) and (select set_config('transaction_timeout', $2, true)) is not null
      for no key update skip locked`,
    values: [auctionIds, longest],
  });
  return rows.map(({ auctionId }) => auctionId);
}
