import { describe, expect, test } from 'vitest';
import { makeLimitedApp, within } from '../limits/limited-app.ts';
import { sellerBrowser, textOf } from '../seller-pages/seller-browser.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

/** Inserts upcoming auctions with the title "Lot 1" and so on. */
async function insertAuctions({ sellerId }: Seller, count: number): Promise<void> {
  await service.db.query(
    `insert into auctions (auction_id, seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, title,
       minimum_bid_value_in_cents, status)
     select uuidv7(), $1, now() - n * interval '1 second', now() + interval '1 day', now() + interval '2 days', 'asynchronous',
       'Lot ' || n, 500, 'upcoming'
     from generate_series(1, $2::int) n`,
    [sellerId, count],
  );
}

describe('the number of auctions', () => {
  test.each([
    [1_000, { totalCount: 1_000, isTotalCountExact: true }],
    [1_001, { totalCount: 1_000, isTotalCountExact: false }],
  ])('counts %i exactly up to a thousand, in each order and with filters', async (count, expected) => {
    const seller = await service.seller();
    await insertAuctions(seller, count);
    for (const filter of [
      '',
      'filter: { statuses: upcoming }',
      'orderBy: { field: END, direction: ASC }',
      'filter: { titleContains: "lot" }',
    ]) {
      const { body } = await seller.graphql(
        `{ auctions(first: 1, after: null, ${filter}) { totalCount isTotalCountExact } }`,
      );
      expect(body.data.auctions, filter).toEqual(expected);
    }
    const text = textOf(await (await sellerBrowser(service, seller)).get('/seller'));
    expect(text).toContain(expected.isTotalCountExact ? ' 1000 auctions' : ' 1,000+ auctions');
  });

  test('counts a search among the first 5,000', async () => {
    const seller = await service.seller();
    await insertAuctions(seller, 5_002);
    const count = async (titleContains: string, its = seller) =>
      (
        await its.graphql(
          'query ($t: String) { auctions(filter: { titleContains: $t }) { totalCount isTotalCountExact } }',
          { t: titleContains },
        )
      ).body.data.auctions;
    expect(await count('lot 77')).toEqual({ totalCount: 11, isTotalCountExact: false });
    expect(await count('lot 5002')).toEqual({ totalCount: 0, isTotalCountExact: false });
    const page = textOf(await (await sellerBrowser(service, seller)).get('/seller?title=lot+5002'));
    expect(page).toContain('No auction matches among those that were searched.');
    const other = await service.seller();
    await insertAuctions(other, 5_000);
    expect(await count('lot 77', other)).toEqual({ totalCount: 11, isTotalCountExact: true });
  });
});

test('the number of bids is exact up to a thousand, and that on an auction always', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  await service.db.query(
    `insert into bids (bid_id, auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents)
     select uuidv7(), $1, $2, 'ann', now(), 500 + n from generate_series(1, 1001) n`,
    [auction.auctionId, seller.sellerId],
  );
  const { body } = await seller.graphql(
    `query ($id: ID!) {
      all: bids { totalCount isTotalCountExact }
      auction(auctionId: $id) { bids { totalCount isTotalCountExact } }
    }`,
    { id: auction.auctionId },
  );
  expect(body.data).toEqual({
    all: { totalCount: 1_000, isTotalCountExact: false },
    auction: { bids: { totalCount: 1_001, isTotalCountExact: true } },
  });
});

describe('points', () => {
  const budget = 6_000;

  /** Returns how many points a request costs. */
  async function costs(
    ask: (seller: Seller) => Promise<unknown>,
    before: ((seller: Seller) => Promise<unknown>)[] = [],
  ) {
    await using app = makeLimitedApp(service, { key: within(budget), ip: null });
    const seller = await app.seller();
    const left = async () =>
      Number(/r=(\d+)/.exec((await seller.get('/v1/bids?limit=1')).headers.get('ratelimit')!)![1]);
    for (const each of before) await each(seller);
    const had = await left();
    await ask(seller);
    return had - (await left()) - 1;
  }
  const graphql = (query: string, variables?: object) => (seller: Seller) => seller.graphql(query, variables);
  const counted = (count: number) =>
    `query ($t: String) { ${Array.from({ length: count }, (_, i) => `a${i}: auctions(filter: { titleContains: $t }, first: 1) { totalCount }`).join(' ')} }`;

  test.each([
    ['a page of 100', 1, graphql('{ auctions { edges { node { title } } } }')],
    ['and its number', 2, graphql('{ auctions { totalCount edges { node { title } } } }')],
    ['a search and its number', 11, graphql(counted(1), { t: 'desk' })],
    ['the newest at offset 9,999', 1, (seller: Seller) => seller.get('/v1/auctions?offset=9999')],
    ['the newest at offset 100,000', 11, (seller: Seller) => seller.get('/v1/auctions?offset=100000')],
    ['bids at offset 2,147,483,647', 101, (seller: Seller) => seller.get('/v1/bids?offset=2147483647')],
    [
      'a range that the order may not have',
      6,
      graphql(
        'query ($o: AuctionOrder) { auctions(filter: { created: { from: 1 } }, orderBy: $o, first: 1) { edges { cursor } } }',
        { o: { field: 'END', direction: 'ASC' } },
      ),
    ],
  ])('%s: %i', async (_, points, ask) => {
    expect(await costs(ask)).toBe(points);
  });

  test('a search for "undefined" costs what another does, also after one without a text', async () => {
    const search = graphql(counted(2), { t: 'undefined' });
    expect(await costs(search, [graphql(counted(2), {})])).toBe(await costs(search));
  });

  test('more counts than an operation may read are refused before any is read', async () => {
    const seller = await service.seller();
    const { body } = await seller.graphql(counted(28), { t: 'desk' });
    expect(body.errors[0].message).toMatch(/^The operation may read 280000 rows, of at most 25000:/);
  });
});
