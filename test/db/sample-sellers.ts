import type { Connection } from '../../src/platform/db/database.ts';
import type { SeededLists } from './seed-lists.ts';
import type { SeededSeller } from '../support/seed-sellers.ts';

/** What a request may name: one of a seller's bids, and the auction it is on. */
export interface Sample {
  readonly seller: SeededSeller;
  readonly auctionId: string;
  readonly bidId: string;
  readonly bidderId: string;
}

export interface Samples {
  readonly typical: readonly Sample[];
  /** Of the seller with a tenth of everything; each on an auction with thousands of bids. */
  readonly large: readonly Sample[];
}

const minBidsOfHot = 1_000;

/** Samples are drawn evenly, so that no page of the database is asked for again and again. */
export async function sampleSellers(db: Connection, { typical, large }: SeededLists): Promise<Samples> {
  const ofTypical = await Promise.all(typical.slice(0, 100).map((seller) => sampleBids(db, seller, 0)));
  return { typical: ofTypical.flat(), large: await sampleBids(db, large, minBidsOfHot) };
}

async function sampleBids(db: Connection, seller: SeededSeller, minBids: number): Promise<Sample[]> {
  const { rows } = await db.query<Omit<Sample, 'seller'>>(
    `select auction_id as "auctionId", (array_agg(bid_id))[1] as "bidId", min(bidder_id) as "bidderId"
     from bids where seller_id = $1
     group by auction_id having count(*) >= $2
     order by md5(auction_id::text) limit 30`,
    [seller.sellerId, minBids],
  );
  return rows.map((row) => ({ seller, ...row }));
}
