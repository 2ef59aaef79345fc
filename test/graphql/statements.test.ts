import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { sold } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { startService } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

/** A seller with so many sold auctions, each with so many bids, the last of which won. */
async function sellerWith(auctions: number, bidsOfEach: number): Promise<Seller> {
  const seller = await service.seller();
  for (let i = 0; i < auctions; i += 1) {
    const auction = await service.auction(seller, { ...sold, title: `Desk ${i}` });
    for (let j = 1; j <= bidsOfEach; j += 1) {
      await service.bid(auction, { bidValueInCents: 100 + j, isWinningBid: j === bidsOfEach });
    }
  }
  return seller;
}

/** What the service answers, and how many statements that took. */
async function ask(seller: Seller, query: string): Promise<{ statements: number; data: any }> {
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
  const db = { ...onPool(service.db, countingPool), prisma: countingPrisma };
  const app = createApp({ ...service.deps, db });
  const response = await app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  );
  const { data, errors } = (await response.json()) as { data: any; errors?: unknown };
  expect(errors).toBeUndefined();
  return { statements, data };
}

const one = await sellerWith(1, 1);
const hundred = await sellerWith(100, 3);

const inList = ({ auctions }: any) => auctions.auctions;
const inConnection = ({ auctionConnection }: any) => auctionConnection.edges.map(({ node }: any) => node);

test.each<[what: string, statements: number, query: string, auctionsOf: (data: any) => any[]]>([
  [
    'auctions with their bids: the key, and the auctions with the bids',
    2,
    `{ auctions { hasNext auctions {
      auctionId title status auctionUrl outcome bids { bidId bidderId bidValueInCents isWinningBid }
    } } }`,
    inList,
  ],
  [
    'auctions with bids, their leader, their number, the winner and the settlement: one for each',
    7,
    `{ auctions { auctions {
      title phase bidCount bids { bidId } leadingBid { bidId } winningBid { bidId bidderId } settlement { result }
    } } }`,
    inList,
  ],
  [
    'a page of auctions and their number, with the same',
    8,
    `{ auctionConnection { totalCount pageInfo { hasNextPage } edges { cursor node {
      title phase bidCount bids { bidId } leadingBid { bidId } winningBid { bidId bidderId } settlement { result }
    } } } }`,
    inConnection,
  ],
  [
    'auctions with a page of their newest bids and one of the highest of a bidder, each with its number',
    7,
    `{ auctions { auctions {
      newest: bidConnection(first: 2) { totalCount edges { node { bidId } } }
      highest: bidConnection(first: 2, orderBy: HIGHEST_FIRST, bidderId: "ada@example.com") {
        totalCount edges { node { bidId } }
      }
      bids { bidId }
    } } }`,
    inList,
  ],
])('a hundred take as many statements as one: %s', async (_, statements, query, auctionsOf) => {
  const { data, ...few } = await ask(one, query);
  const { data: much, ...many } = await ask(hundred, query);
  expect({ few, many }).toEqual({ few: { statements }, many: { statements } });
  expect(auctionsOf(data).map(({ bids }) => bids.length)).toEqual([1]);
  expect(auctionsOf(much).map(({ bids }) => bids.length)).toEqual(Array(100).fill(3));
});

test.each([
  ['a list', '{ bids { bids { bidId auction { title winningBid { bidId } } } } }', (data: any) => data.bids.bids],
  [
    'a page',
    '{ bidConnection { edges { node { bidId auction { title winningBid { bidId } } } } } }',
    (data: any) => data.bidConnection.edges,
  ],
])('%s of a hundred bids with their auctions and winners takes as many as one of one', async (_, query, bidsOf) => {
  const { data, ...few } = await ask(one, query);
  const { data: much, ...many } = await ask(hundred, query);
  expect({ few, many }).toEqual({ few: { statements: 4 }, many: { statements: 4 } });
  expect([bidsOf(data).length, bidsOf(much).length]).toEqual([1, 100]);
});

test('what is not selected is not counted', async () => {
  expect(await ask(one, '{ auctionConnection { edges { cursor } } }')).toMatchObject({ statements: 2 });
  expect(await ask(one, '{ auctionConnection { totalCount } }')).toMatchObject({ statements: 3 });
  expect(await ask(one, '{ bidConnection { edges { cursor } } }')).toMatchObject({ statements: 2 });
  expect(await ask(one, '{ bidConnection { totalCount } }')).toMatchObject({ statements: 3 });
});
