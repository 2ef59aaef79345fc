import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';

/** Auctions that have ended, may have bids, and whose settlement nobody is at, the longest overdue first. */
export async function findAuctionsToSettle(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>({
    name: 'find-auctions-to-settle',
    // Of sellers on the real clock by the index of what is due; of those that have advanced theirs, one by one.
    text: `
      select auction_id as "auctionId" from (
        select auction_id, bidding_period_ends_at from auctions
        where status <> 'completed' and first_bid_attempt_at is not null and bidding_period_ends_at <= statement_timestamp()
        union
        select auction_id, bidding_period_ends_at from sellers join auctions using (seller_id)
        where clock_offset_ms > 0 and status <> 'completed' and first_bid_attempt_at is not null
          and bidding_period_ends_at <= statement_timestamp() + ${clockOffset}
      ) due
      where not exists (select from authorizations z where z.auction_id = due.auction_id and z.state = 'capturing')
      order by bidding_period_ends_at
      limit $1`,
    values: [limit],
  });
  return rows.map(({ auctionId }) => auctionId);
}
