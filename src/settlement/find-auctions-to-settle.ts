import { couldBeCaptured } from '../payments/could-be-captured.ts';
import { isHeld } from './settlement-holds.ts';
import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';

// Thousands of auctions may end at the same instant. The index of ends finds the first few, and the subquery checks each of
// them alone for a capture under way. `offset 0` keeps PostgreSQL from turning the subquery into a join: a join planned
// while there were few captures would read all captures for each auction.
const due = (now: string) => `
  select auction_id, bidding_period_ends_at from auctions
  where status <> 'completed' and first_bid_attempt_at is not null and bidding_period_ends_at <= ${now}
    and not exists (
      select from authorizations a where a.auction_id = auctions.auction_id and ${couldBeCaptured('a')} offset 0)
    and not ${isHeld('auctions')}`;

const firstFew = 'order by bidding_period_ends_at limit $1';

const sellersInstant = `statement_timestamp() + ${clockOffset}`;

const ofOneSeller = `
  select auction_id as "auctionId" from sellers, lateral (
    ${due(sellersInstant)} and auctions.seller_id = sellers.seller_id ${firstFew}
  ) due
  where sellers.seller_id = $2`;

/**
 * Finds auctions that have ended, may have bids, have no capture under way and are not held, the longest overdue first.
 *
 * @param sellerId only auctions of this seller; `null`: of all
 */
export async function findAuctionsToSettle(
  connection: Connection,
  limit: number,
  sellerId: string | null = null,
): Promise<string[]> {
  if (sellerId !== null) {
    const { rows } = await connection.query<{ auctionId: string }>({
      name: 'find-auctions-to-settle-of-seller',
      text: ofOneSeller,
      values: [limit, sellerId],
    });
    return rows.map(({ auctionId }) => auctionId);
  }
  const { rows } = await connection.query<{ auctionId: string }>({
    name: 'find-auctions-to-settle',
    // The first part uses the real clock for all sellers. The second uses the clocks of sellers that have advanced theirs.
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
