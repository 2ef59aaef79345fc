import type { Database } from '../db/database.ts';
import { orderOf } from '../db/keyset.ts';
import { bidOrders } from './bid-order.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/** The bid of the first rank on each of these auctions, `null` where there is none, in one statement. */
export async function findLeadingBids(
  { db }: { db: Pick<Database, 'pool'> },
  auctionIds: readonly string[],
): Promise<(BidRow | null)[]> {
  const { rows } = await db.pool.query<BidRow>({
    name: 'find-leading-bids',
    text: `
      select ${bidColumns} from unnest($1::uuid[]) wanted (id), lateral (
        select * from bids where auction_id = wanted.id
        order by ${orderOf({ order: bidOrders.HIGHEST_FIRST, backwards: false })} limit 1
      ) bids`,
    values: [auctionIds],
  });
  const leaderOf = new Map(rows.map((bid) => [bid.auctionId, bid]));
  return auctionIds.map((auctionId) => leaderOf.get(auctionId) ?? null);
}
