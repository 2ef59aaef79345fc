import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { startService } from '../support/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const auctionsWithBids = `{
  auctions { hasNext auctions { auctionId title status auctionUrl outcome bids { bidId bidderId bidValueInCents isWinningBid } } }
}`;

/** What the service answers a seller with so many auctions, and how many statements that took. */
async function askWith(auctions: number, bidsOfEach: number) {
  const seller = await service.seller();
  for (let i = 0; i < auctions; i += 1) {
    const auction = await service.auction(seller, { title: `Desk ${i}` });
    for (let j = 0; j < bidsOfEach; j += 1) await service.bid(auction, { bidValueInCents: 100 + j });
  }

  let statements = 0;
  const { pool, prisma } = service.db;
  const countingPool = {
    query: (...args: Parameters<pg.Pool['query']>) => {
      statements += 1;
      return pool.query(...args);
    },
  } as unknown as pg.Pool;
  const countingPrisma = prisma.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        statements += 1;
        return query(args);
      },
    },
  }) as unknown as typeof prisma;
  const db = { ...service.db, pool: countingPool, prisma: countingPrisma };
  const app = createApp({ ...service.deps, db });
  const response = await app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: auctionsWithBids }),
    }),
  );
  const { data } = (await response.json()) as { data: { auctions: { auctions: { bids: unknown[] }[] } } };
  return { statements, bids: data.auctions.auctions.map(({ bids }) => bids.length) };
}

test('a hundred auctions with their bids take as many statements as one: the key, the auctions, the bids', async () => {
  expect(await askWith(1, 1)).toEqual({ statements: 3, bids: [1] });
  expect(await askWith(100, 3)).toEqual({ statements: 3, bids: Array(100).fill(3) });
});
