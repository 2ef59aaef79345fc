import type { Database } from '../db/database.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';

/** An auction by its id, and whose it is: its clock is the seller's. */
export interface AuctionKey {
  readonly auctionId: string;
  readonly sellerId: string;
}

/**
 * Auctions that are known to exist, such as those of bids that were read: in one statement for each seller.
 *
 * @returns as many as asked for, in that order
 */
export async function findAuctionsById(
  { db }: { db: Pick<Database, 'pool'> },
  keys: readonly AuctionKey[],
): Promise<AuctionRow[]> {
  const ofSellers = Map.groupBy(keys, ({ sellerId }) => sellerId);
  const found = await Promise.all(
    [...ofSellers].map(async ([sellerId, ofSeller]) => {
      const { rows } = await db.pool.query<AuctionRow>({
        name: 'find-auctions-by-id',
        text: `select ${auctionColumns} from auctions where seller_id = $1 and auction_id = any($2)`,
        values: [sellerId, ofSeller.map(({ auctionId }) => auctionId)],
      });
      return rows;
    }),
  );
  const auctionOf = new Map(found.flat().map((auction) => [auction.auctionId, auction]));
  return keys.map(({ auctionId }) => {
    const auction = auctionOf.get(auctionId);
    if (auction === undefined) throw new Error(`The auction ${auctionId} has gone.`);
    return auction;
  });
}
