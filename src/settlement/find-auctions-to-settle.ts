import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';

// Thousands may end at the same instant: the first few are found by the index of ends, and for each of them alone it is
// looked whether it is being captured. `offset 0` keeps PostgreSQL from making a join of that, whose plan, made while few
// captures were known, would read all captures for each auction.
const due = (now: string) => `
  select auction_id, bidding_period_ends_at from auctions
  where status <> 'completed' and first_bid_attempt_at is not null and bidding_period_ends_at <= ${now}
    and not exists (
      select from authorizations z where z.auction_id = auctions.auction_id and z.state = 'capturing' offset 0)`;

const firstFew = 'order by bidding_period_ends_at limit $1';

/** Auctions that have ended, may have bids, and whose settlement nobody is at, the longest overdue first. */
export async function findAuctionsToSettle(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>({
    name: 'find-auctions-to-settle',
    // Of all sellers by the real clock; of those that have advanced theirs also by it, one seller at a time.
    text: `
      select auction_id as "auctionId" from (
        (${due('statement_timestamp()')} ${firstFew})
        union
        select advanced.* from sellers, lateral (
          ${due(`statement_timestamp() + ${clockOffset}`)} and auctions.seller_id = sellers.seller_id ${firstFew}
        ) advanced
        where clock_offset_ms > 0
      ) due
      ${firstFew}`,
    values: [limit],
  });
  return rows.map(({ auctionId }) => auctionId);
}
