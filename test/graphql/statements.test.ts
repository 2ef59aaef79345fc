import { expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { sold } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';
import { watchPool } from '../support/watch-pool.ts';

const service = await serviceForFile();

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

/** Answers by an application that knows no key yet, and counts the statements of each request. */
function countingApp() {
  let statements = 0;
  const texts: string[] = [];
  const { pool, prisma } = service.db;
  const countingPool = watchPool(pool, (text) => {
    // A large read has a timeout, in one packet with it.
    if (text.startsWith('select set_config(')) return;
    statements += 1;
    texts.push(text);
  });
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
  return async (seller: Seller, query: string): Promise<{ statements: number; data: any; texts: string[] }> => {
    statements = 0;
    texts.length = 0;
    const response = await app.fetch(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }),
    );
    const { data, errors } = (await response.json()) as { data: any; errors?: unknown };
    expect(errors).toBeUndefined();
    return { statements, data, texts: [...texts] };
  };
}

/** Asks with a key that is looked up. */
const ask = (seller: Seller, query: string) => countingApp()(seller, query);

const one = await sellerWith(1, 1);
const hundred = await sellerWith(100, 3);

const inList = ({ auctions }: any) => auctions.nodes;
const inConnection = ({ auctions }: any) => auctions.edges.map(({ node }: any) => node);

test.each<[what: string, statements: number, query: string, auctionsOf: (data: any) => any[]]>([
  [
    'auctions with their bids: the key, and the auctions with the bids',
    2,
    `{ auctions { nodes {
      auctionId title status auctionUrl outcome bids { nodes { bidId bidderId bidValueInCents isWinningBid } }
    } } }`,
    inList,
  ],
  [
    'auctions with all of their bids, settlements, payments, pictures and seller: the key, and the auctions',
    2,
    `{ auctions { nodes {
      id title phase bidCount bids { nodes { bidId } } leadingBid { bidId } winningBid { bidId bidderId } settlement { result bid { bidValueInCents } }
      payment { netInCents } presentation { description pictures { url } } seller { id displayName }
    } } }`,
    inList,
  ],
  [
    'a page of auctions and their number, with the same',
    2,
    `{ auctions { totalCount pageInfo { hasNextPage } edges { cursor node {
      id title phase bidCount bids { nodes { bidId } } leadingBid { bidId } winningBid { bidId bidderId } settlement { result bid { bidValueInCents } }
      payment { netInCents } presentation { description pictures { url } } seller { id displayName }
    } } } }`,
    inConnection,
  ],
  [
    'auctions with a page of their newest bids and one of the highest of a bidder, each with its number',
    2,
    `{ auctions { nodes {
      newest: bids(first: 2) { totalCount edges { node { bidId } } }
      highest: bids(filter: { bidderId: "ada@example.com" }, first: 2, orderBy: { field: VALUE, direction: DESC }) {
        totalCount edges { node { bidId } }
      }
      bids { nodes { bidId } }
    } } }`,
    inList,
  ],
])('a hundred take as many statements as one: %s', async (_, statements, query, auctionsOf) => {
  const { data, statements: few } = await ask(one, query);
  const { data: much, statements: many } = await ask(hundred, query);
  expect({ few, many }).toEqual({ few: statements, many: statements });
  expect(auctionsOf(data).map(({ bids }) => bids.nodes.length)).toEqual([1]);
  expect(auctionsOf(much).map(({ bids }) => bids.nodes.length)).toEqual(Array(100).fill(3));
});

test.each([
  ['a list', '{ bids { nodes { bidId auction { title winningBid { bidId } } } } }', (data: any) => data.bids.nodes],
  [
    'a page',
    '{ bids { edges { node { bidId auction { title winningBid { bidId } } } } } }',
    (data: any) => data.bids.edges,
  ],
])('%s of a hundred bids with their auctions and winners takes as many as one of one', async (_, query, bidsOf) => {
  const { data, statements: few } = await ask(one, query);
  const { data: much, statements: many } = await ask(hundred, query);
  expect({ few, many }).toEqual({ few: 2, many: 2 });
  expect([bidsOf(data).length, bidsOf(much).length]).toEqual([1, 100]);
});

test.each([['auctions'], ['bids']])(
  '%s counts only if its number is selected, and in the same statement',
  async (connection) => {
    for (const [field, isCounted] of [
      ['edges { cursor }', false],
      ['totalCount', true],
    ] as const) {
      const { statements, texts } = await ask(one, `{ ${connection} { ${field} } }`);
      expect(statements).toBe(2);
      expect(texts.some((text) => text.includes('counted as ('))).toBe(isCounted);
    }
  },
);

test('an operation with one field that has a resolver runs one statement for all that is planned', async () => {
  const ofApp = countingApp();
  await ofApp(hundred, '{ clock { now } }');
  const planned =
    'title leadingBid { bidId } bidCount phase settlement { result } payment { netInCents } bids(first: 2) { totalCount }';
  const { statements, data } = await ofApp(
    hundred,
    `{ auctions { nodes { ${planned} ledger { entries { kind } } } } }`,
  );
  // The auctions, and the ledgers. The first one checks the key, too.
  expect(statements).toBe(2);
  expect(data.auctions.nodes[0]).toMatchObject({ bidCount: 3, phase: 'FINAL', bids: { totalCount: 3 } });
});

test('a page of a hundred events reads their auctions in one statement', async () => {
  await service.db.query(
    `insert into webhook_events (seller_id, event_type, auction_id, snapshot)
     select seller_id, 'auction_completed', auction_id, '{}' from auctions`,
  );
  const query =
    '{ events { auctionId auction { title bids { nodes { bidId } } } again: auction { auctionId ledger { entries { kind } } } } }';
  const { data, statements: few } = await ask(one, query);
  const { data: much, statements: many } = await ask(hundred, query);
  expect({ few, many }).toEqual({ few: 5, many: 5 });
  expect([data.events.length, much.events.length]).toEqual([1, 100]);
  for (const { auctionId, auction, again } of much.events) {
    expect(auction).toMatchObject({ title: expect.stringMatching(/^Desk/), bids: { nodes: [{}, {}, {}] } });
    expect(again).toEqual({ auctionId, ledger: { entries: [] } });
  }
});

test('the event of a key that may not read auctions has only the id of its auction', async () => {
  const limited = await service.seller({ name: hundred.name, scopes: ['webhooks:write'] });
  const { body } = await limited.graphql('{ latestEvent { auctionId auction { title } } }');
  expect(body.data.latestEvent).toEqual({ auctionId: expect.any(String), auction: null });
  expect(body.errors).toMatchObject([{ extensions: { code: 'insufficient_scope' } }]);
});
