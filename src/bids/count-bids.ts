import { checkInput } from '../core/check-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { conditionOf, makeParameters } from '../db/sql.ts';
import { bidsOfAuction } from './bids-of-auction.ts';
import { bidFilters, nameOfFilters } from './bid-filters.ts';
import { findBidsInput } from './bid-input.ts';

const countBidsInput = findBidsInput.pick({ auctionId: true, bidderId: true });

/** Counts the bids on the viewer's auctions. PostgreSQL reads each row for this. */
export async function countBids({ db }: { db: Connection }, viewer: Viewer, input: unknown): Promise<number> {
  const filters = { sellerId: viewer.sellerId, ...checkInput(countBidsInput, input) };
  const parameter = makeParameters();
  const condition = conditionOf(bidFilters(filters), parameter);
  const { rows } = await db.query<{ count: number }>({
    name: `count-bids${nameOfFilters(filters)}`,
    text: `select count(*)::int as count from bids where ${condition}`,
    values: parameter.values,
  });
  return rows[0]!.count;
}

/**
 * Counts the bids on each of these auctions, in one statement.
 *
 * @param bidderId `null`: bids of all bidders
 */
export async function countBidsOfAuctions(
  { db }: { db: Connection },
  auctionIds: readonly string[],
  bidderId: string | null,
): Promise<number[]> {
  const { rows } = await db.query<{ auctionId: string; count: number }>(
    bidderId === null
      ? {
          name: 'count-bids-of-auctions',
          text: `select auction_id as "auctionId", ${bidsOfAuction.count} as count from auctions where auction_id = any($1)`,
          values: [auctionIds],
        }
      : {
          name: 'count-bids-of-auctions-of-bidder',
          text: `
            select auction_id as "auctionId", count(*)::int as count from bids
            where auction_id = any($1) and bidder_id = $2 group by auction_id`,
          values: [auctionIds, bidderId],
        },
  );
  const countOf = new Map(rows.map(({ auctionId, count }) => [auctionId, count]));
  return auctionIds.map((auctionId) => countOf.get(auctionId) ?? 0);
}
