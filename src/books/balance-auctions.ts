import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { recordBalances } from './record-balances.ts';

/** Bounds one statement. */
const maxAtOnce = 200;

/**
 * Records the balances of completed auctions that have come to rest, so that the database checks them.
 *
 * @returns the number of recorded balances
 */
export async function balanceAuctions({ db, log }: { db: Database; log: Logger }): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ;) {
    const resting = await findResting(db, after);
    count += await balance({ db, log }, resting);
    if (resting.length < maxAtOnce) return count;
    after = resting.at(-1)!;
  }
}

async function findResting(db: Database, after: string | null): Promise<string[]> {
  const { rows } = await db.query<{ auctionId: string }>({
    name: 'find-unbalanced-auctions',
    text: `
      select auction_id as "auctionId" from unbalanced_auctions u
      where ($1::uuid is null or auction_id > $1) and not exists (
        select from authorizations a where a.auction_id = u.auction_id and a.closed_at is null offset 0)
      order by auction_id limit ${maxAtOnce}`,
    values: [after],
  });
  return rows.map(({ auctionId }) => auctionId);
}

const checkViolation = '23514';

/** One auction that does not balance must not keep the others from being recorded: after a failure each is recorded alone. */
async function balance({ db, log }: { db: Database; log: Logger }, auctionIds: readonly string[]): Promise<number> {
  if (auctionIds.length === 0) return 0;
  try {
    return await db.transaction(async (tx) => {
      await recordBalances(tx, auctionIds);
      const { rowCount } = await tx.query(
        `delete from unbalanced_auctions u where auction_id = any($1::uuid[]) and not exists (
           select from authorizations a where a.auction_id = u.auction_id and a.closed_at is null offset 0)`,
        [auctionIds],
      );
      return rowCount ?? 0;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== checkViolation) throw error;
    if (auctionIds.length === 1) {
      log.error({ err: error, auctionId: auctionIds[0] }, 'The books of an auction do not balance.');
      return 0;
    }
    let count = 0;
    for (const auctionId of auctionIds) count += await balance({ db, log }, [auctionId]);
    return count;
  }
}
