import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/db/database.ts';
import type { WireRequest } from './load-types.ts';
import type { SeededApi } from './seed-api.ts';

/** A change, of which each round on each server needs things of its own to change. */
export interface WriteOperation {
  readonly name: string;
  readonly status: number;
  readonly perRound: number;
  prepare(db: Pick<Database, 'pool'>, seeded: SeededApi, count: number): Promise<WireRequest[]>;
}

const daySeconds = 86_400;

export const writes: readonly WriteOperation[] = [
  {
    name: 'POST',
    status: 201,
    perRound: 1_200,
    prepare: async (_, { sellers }, count) => {
      const startTimestamp = Math.floor(Date.now() / 1000) + daySeconds;
      return Array.from({ length: count }, (_unused, index) => ({
        method: 'POST',
        path: '/v1/auctions',
        headers: json(sellers[index % sellers.length]!.key),
        body: JSON.stringify({
          title: `A walnut desk, ${index}`,
          minimumBidValueInCents: 500,
          biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + daySeconds },
        }),
      }));
    },
  },
  {
    name: 'PATCH',
    status: 200,
    perRound: 1_000,
    prepare: async (db, seeded, count) =>
      (await upcoming(db, seeded, count)).map(({ key, auctionId }) => ({
        method: 'PATCH',
        path: `/v1/auctions/${auctionId}`,
        headers: json(key),
        body: JSON.stringify({ title: 'A walnut desk, restored', minimumBidValueInCents: 700 }),
      })),
  },
  {
    name: 'DELETE',
    status: 200,
    perRound: 1_000,
    prepare: async (db, seeded, count) =>
      (await upcoming(db, seeded, count)).map(({ key, auctionId }) => ({
        method: 'DELETE',
        path: `/v1/auctions/${auctionId}`,
        headers: { authorization: `Bearer ${key}` },
      })),
  },
];

function json(key: string) {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

async function upcoming({ pool }: Pick<Database, 'pool'>, { sellers }: SeededApi, count: number) {
  const auctions = Array.from({ length: count }, (_, index) => ({
    auctionId: randomUUID(),
    ...sellers[index % sellers.length]!,
  }));
  await pool.query(
    `insert into auctions (auction_id, seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
     select auction_id, seller_id, 'A walnut desk', 'asynchronous', 500, clock_timestamp() + interval '1 day', clock_timestamp() + interval '2 days'
     from unnest($1::uuid[], $2::uuid[]) as wanted (auction_id, seller_id)`,
    [auctions.map(({ auctionId }) => auctionId), auctions.map(({ sellerId }) => sellerId)],
  );
  return auctions;
}
