import { checkInput } from '../core/check-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { findBidsInput } from './bid-input.ts';

const countBidsInput = findBidsInput.pick({ auctionId: true, bidderId: true });

/** How many bids there are on the viewer's auctions: PostgreSQL counts them one by one. */
export async function countBids(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<number> {
  const { auctionId, bidderId } = checkInput(countBidsInput, input);
  const filters = [
    { column: 'seller_id', value: viewer.sellerId },
    ...(auctionId === undefined ? [] : [{ column: 'auction_id', value: auctionId }]),
    ...(bidderId === undefined ? [] : [{ column: 'bidder_id', value: bidderId }]),
  ];
  const { rows } = await db.pool.query<{ count: number }>({
    name: `count-bids-${filters.map(({ column }) => column).join('-')}`,
    text: `
      select count(*)::int as count from bids
      where ${filters.map(({ column }, index) => `${column} = $${index + 1}`).join(' and ')}`,
    values: filters.map(({ value }) => value),
  });
  return rows[0]!.count;
}

/**
 * How many bids there are on each of these auctions, in one statement.
 *
 * @param bidderId `null`: of all bidders
 */
export async function countBidsOfAuctions(
  { db }: { db: Pick<Database, 'pool'> },
  auctionIds: readonly string[],
  bidderId: string | null,
): Promise<number[]> {
  const { rows } = await db.pool.query<{ auctionId: string; count: number }>({
    name: `count-bids-of-auctions${bidderId === null ? '' : '-of-bidder'}`,
    text: `
      select auction_id as "auctionId", count(*)::int as count from bids
      where auction_id = any($1) ${bidderId === null ? '' : 'and bidder_id = $2'} group by auction_id`,
    values: [auctionIds, ...(bidderId === null ? [] : [bidderId])],
  });
  const countOf = new Map(rows.map(({ auctionId, count }) => [auctionId, count]));
  return auctionIds.map((auctionId) => countOf.get(auctionId) ?? 0);
}
