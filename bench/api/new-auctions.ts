import { randomUUID } from 'node:crypto';
import type { Asked, Place } from './api-operation.ts';

/** An auction for each request, of one seller after the other: what is changed once cannot be changed so again. */
export async function newAuctions({ db, seeded, count }: Asked): Promise<Omit<Place, 'bidId'>[]> {
  const { writers } = seeded;
  const auctions = Array.from({ length: count }, (_, index) => ({
    ...writers[index % writers.length]!,
    auctionId: randomUUID(),
  }));
  await db.query(
    `insert into auctions (auction_id, seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
     select auction_id, seller_id, 'A walnut desk', 'asynchronous', 500, clock_timestamp() + interval '1 day', clock_timestamp() + interval '2 days'
     from unnest($1::uuid[], $2::uuid[]) as wanted (auction_id, seller_id)`,
    [auctions.map(({ auctionId }) => auctionId), auctions.map(({ sellerId }) => sellerId)],
  );
  return auctions;
}

/** The nth that is created. */
export function anAuction(index: number) {
  const startTimestamp = Math.floor(Date.now() / 1_000) + 86_400;
  return {
    title: `A walnut desk, ${index}`,
    minimumBidValueInCents: 500,
    biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 86_400 },
  };
}

export const aChange = { title: 'A walnut desk, restored', minimumBidValueInCents: 700 };
