import { describe, expect, test } from 'vitest';
import type { InsertedBid } from '../support/insert-bid.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { answerOf, type AskedPage, page, walk } from './pages.ts';

const service = await sharedService();

const ofSeller = `query (
  $auctionId: ID, $bidderId: String, $orderBy: BidOrder, $first: Int, $after: String, $last: Int, $before: String
) {
  bids(filter: { auctionId: $auctionId, bidderId: $bidderId }, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) { totalCount ${page('bidId bidderId bidValueInCents isWinningBid')} }
}`;
const ofAuction = `query (
  $auctionId: ID!, $bidderId: String, $orderBy: BidOrder, $first: Int, $after: String, $last: Int, $before: String
) {
  auction(auctionId: $auctionId) {
    bids(filter: { bidderId: $bidderId }, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      totalCount ${page('bidId bidderId bidValueInCents isWinningBid')}
    }
  }
}`;

type Ask = (seller: Seller, variables?: object) => Promise<AskedPage & { totalCount: number }>;
const ask: Ask = async (seller, variables) => (await answerOf(seller, ofSeller, variables)).bids;
const askAuction: Ask = async (seller, variables) => (await answerOf(seller, ofAuction, variables)).auction.bids;
const ids = ({ edges }: AskedPage) => edges.map(({ node }) => node.bidId);

const second = (index: number) => new Date(1_700_000_000_000 + index * 1_000);

const seller = await service.seller();
const auction = await service.auction(seller);
const { auctionId } = auction;
// Equal values and equal instants, so that only the next of the order's columns tells them apart.
const bids: InsertedBid[] = [];
for (const [value, at] of [
  [100, 0],
  [300, 1],
  [300, 1],
  [200, 2],
  [300, 0],
  [300, 3],
  [100, 4],
] as const) {
  const bidderId = bids.length % 2 === 0 ? 'ada@example.com' : 'bob@example.com';
  bids.push(await service.bid(auction, { bidValueInCents: value, placedAt: second(at), bidderId }));
}
const elsewhere = await service.bid(await service.auction(seller), { bidValueInCents: 999, placedAt: second(9) });
const stranger = await service.seller();
const strange = await service.bid(await service.auction(stranger), { placedAt: second(9) });

/** What a page should have, by the rules written out once more. */
const newest = (of: InsertedBid[]) =>
  of.toSorted((a, b) => b.placedAt.getTime() - a.placedAt.getTime() || (a.bidId < b.bidId ? 1 : -1));
const highest = (of: InsertedBid[]) =>
  of.toSorted(
    (a, b) =>
      b.bidValueInCents - a.bidValueInCents ||
      a.placedAt.getTime() - b.placedAt.getTime() ||
      (a.bidId < b.bidId ? -1 : 1),
  );
const ofBidder = (bidderId: string) => bids.filter((bid) => bid.bidderId === bidderId);
const idsOf = (of: InsertedBid[]) => of.map(({ bidId }) => bidId);

describe.each([
  ['bids', ask],
  ['Auction.bids', askAuction],
] as const)('%s', (name, ask) => {
  const ada = { auctionId, bidderId: 'ada@example.com' };
  const highestFirst = { orderBy: { field: 'VALUE', direction: 'DESC' } };

  test.each([
    ['the newest of an auction', { auctionId }, newest(bids)],
    ['the highest of an auction', { auctionId, ...highestFirst }, highest(bids)],
    ['the newest of a bidder on an auction', ada, newest(ofBidder('ada@example.com'))],
    ['the highest of a bidder on an auction', { ...ada, ...highestFirst }, highest(ofBidder('ada@example.com'))],
    ['nothing of a bidder without bids', { auctionId, bidderId: 'eve@example.com', ...highestFirst }, []],
  ])('%s: every bid once, in order, in pages of any size and either way', async (_, filter, expected) => {
    for (const size of [1, 2, 3, 100]) {
      const forwards = await walk((way) => ask(seller, { ...filter, ...way }), size);
      expect(forwards.flatMap(ids)).toEqual(idsOf(expected));
      const backwards = await walk((way) => ask(seller, { ...filter, ...way }), size, true);
      expect(backwards.toReversed().flatMap(ids)).toEqual(idsOf(expected));
    }
    expect((await ask(seller, filter)).totalCount).toBe(expected.length);
  });

  test.each(['PLACED', 'VALUE'])('%s: bids that are placed meanwhile shift nothing', async (field) => {
    const owner = await service.seller();
    const busy = await service.auction(owner);
    const placed = [];
    for (const value of [100, 300, 200]) placed.push(await service.bid(busy, { bidValueInCents: value }));
    const expected = idsOf(field === 'PLACED' ? newest(placed) : highest(placed));
    const pages = await walk(async (way) => {
      const asked = await ask(owner, { auctionId: busy.auctionId, orderBy: { field, direction: 'DESC' }, ...way });
      await service.bid(busy, { bidValueInCents: 500 });
      return asked;
    }, 1);
    expect(pages.flatMap(ids)).toEqual(expected);
  });

  test("a cursor of one order is none of the other, and an auction's none of a bid", async () => {
    const byTime = (await ask(seller, { auctionId })).pageInfo.startCursor;
    const byRank = (await ask(seller, { auctionId, ...highestFirst })).pageInfo.startCursor;
    const own = (await answerOf(seller, '{ auctions { pageInfo { startCursor } } }')).auctions;
    const document = name === 'bids' ? ofSeller : ofAuction;
    for (const variables of [
      { after: byTime, ...highestFirst },
      { after: byRank },
      { after: own.pageInfo.startCursor },
      { after: Buffer.from(`highest-bids 2147483648 0 ${bids[0]!.bidId}`).toString('base64url'), ...highestFirst },
    ]) {
      const { errors } = (await seller.graphql(document, { auctionId, ...variables })).body;
      expect(errors[0].extensions).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '/after', code: 'invalid_value' }],
      });
    }
  });
});

describe('the connection of the bids on all auctions', () => {
  const all = [...bids, elsewhere];

  test('the newest first, of the own auctions alone', async () => {
    const pages = await walk((way) => ask(seller, way), 3);
    expect(pages.flatMap(ids)).toEqual(idsOf(newest(all)));
    expect(pages[0]!.totalCount).toBe(all.length);
    expect(ids(await ask(stranger))).toEqual([strange.bidId]);
  });

  test('filters by one bidder', async () => {
    const expected = newest(all.filter(({ bidderId }) => bidderId === 'ada@example.com'));
    const asked = await ask(seller, { bidderId: 'ada@example.com' });
    expect(ids(asked)).toEqual(idsOf(expected));
    expect(asked.totalCount).toBe(expected.length);
  });

  test("shows no bid of another seller's auction", async () => {
    expect(await ask(seller, { auctionId: strange.auctionId })).toMatchObject({ edges: [], totalCount: 0 });
  });
});

test('REST has the newest first, and knows of no order', async () => {
  const rest = await seller.get(`/v1/bids?auctionId=${auctionId}`);
  expect(rest.body.bids.map(({ bidId }: any) => bidId)).toEqual(idsOf(newest(bids)));
  const { status, body } = await seller.get(`/v1/bids?auctionId=${auctionId}&orderBy=VALUE`);
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ pointer: 'orderBy', code: 'unknown_parameter' }]);
});

test.each([
  ['VALUE', 'ASC', () => highest(bids).toReversed()],
  ['PLACED', 'ASC', () => newest(bids).toReversed()],
] as const)('%s %s is the reverse, in pages either way', async (field, direction, expected) => {
  const variables = { auctionId, orderBy: { field, direction } };
  for (const backwards of [false, true]) {
    const pages = await walk((way) => ask(seller, { ...variables, ...way }), 2, backwards);
    expect((backwards ? pages.toReversed() : pages).flatMap(ids)).toEqual(idsOf(expected()));
  }
});

describe.each([
  ['PLACED', newest],
  ['VALUE', highest],
] as const)('a range of either field, by %s', (field, sorted) => {
  test.each([
    ['a value', { valueInCents: { atLeast: 200, atMost: 300 } }, (bid: InsertedBid) => bid.bidValueInCents >= 200],
    ['a period', { placed: { from: 1_700_000_001, before: 1_700_000_003 } }, isBetween(1, 3)],
    ['an open period', { placed: { from: 1_700_000_003 } }, isBetween(3, 9)],
    [
      'both',
      { valueInCents: { atMost: 200 }, placed: { before: 1_700_000_003 } },
      (bid: InsertedBid) => bid.bidValueInCents <= 200 && isBetween(0, 3)(bid),
    ],
  ] as const)('%s', async (_, filter, holds) => {
    const expected = idsOf(sorted(bids.filter(holds)));
    const query = `query ($filter: BidFilter, $orderBy: BidOrder, $first: Int, $after: String, $last: Int, $before: String) {
      bids(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
        totalCount ${page('bidId')}
      }
    }`;
    const variables = { filter: { ...filter, auctionId }, orderBy: { field, direction: 'DESC' } };
    const askRange = async (way: object) => (await answerOf(seller, query, { ...variables, ...way })).bids;
    for (const backwards of [false, true]) {
      const pages = await walk(askRange, 2, backwards);
      expect((backwards ? pages.toReversed() : pages).flatMap(ids)).toEqual(expected);
    }
    expect((await askRange({ first: 1 })).totalCount).toBe(expected.length);
    const ofAuction = await answerOf(
      seller,
      'query ($id: ID!, $filter: BidOfAuctionFilter) { auction(auctionId: $id) { bids(filter: $filter) { totalCount } } }',
      { id: auctionId, filter },
    );
    expect(ofAuction.auction.bids.totalCount).toBe(expected.length);
  });
});

function isBetween(from: number, before: number) {
  return ({ placedAt }: InsertedBid) => placedAt >= second(from) && placedAt < second(before);
}

test.each([
  ['the highest', '{ bids(orderBy: { field: VALUE, direction: DESC }) { totalCount } }'],
  ['the lowest', '{ bids(orderBy: { field: VALUE, direction: ASC }) { nodes { __typename } } }'],
])('%s first: a bid has its rank on its auction, so that the list needs its id', async (_, query) => {
  const { errors } = (await seller.graphql(query)).body;
  expect(errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/filter/auctionId', code: 'required' }],
  });
});
