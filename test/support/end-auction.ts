import type { Connection } from '../../src/platform/db/database.ts';

/**
 * Ends an auction, and waits until its end has passed. The database rounds instants to the millisecond, so an end of right now
 * may lie in the millisecond of the last bid: it comes a millisecond later.
 */
export async function endAuction(db: Connection, auctionId: string): Promise<void> {
  await db.query(
    `update auctions set bidding_period_ends_at = clock_timestamp() + interval '1 ms' where auction_id = $1 returning pg_sleep(0.002)`,
    [auctionId],
  );
}
