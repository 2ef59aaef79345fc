import type { Connection } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';

const columns = auctionColumns(sellerNow);

/** The id of an auction, and of its seller, whose clock applies. */
export interface AuctionKey {
  readonly auctionId: string;
  readonly sellerId: string;
}

/**
 * Finds auctions that are known to exist, such as those of bids that were read: one statement for each seller.
 *
 * @returns one auction for each key, in that order
 */
export async function findAuctionsById({ db }: { db: Connection }, keys: readonly AuctionKey[]): Promise<AuctionRow[]> {
  const ofSellers = Map.groupBy(keys, ({ sellerId }) => sellerId);
  const found = await Promise.all(
    [...ofSellers].map(async ([sellerId, ofSeller]) => {
      const { rows } = await db.query<AuctionRow>({
        name: 'find-auctions-by-id',
        text: `select ${columns} from auctions where seller_id = $1 and auction_id = any($2)`,
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
