import { describe, expect, test } from 'vitest';
import type { InsertedBid } from '../support/insert-bid.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { answerOf, type AskedPage, page, walk } from './pages.ts';

const service = await sharedService();

const ofSeller = `query (
  $auctionId: UUID, $bidderId: String, $orderBy: BidOrder = NEWEST_FIRST, $first: Int, $after: String, $last: Int, $before: String
) {
  bidConnection(
    auctionId: $auctionId, bidderId: $bidderId, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before
  ) { totalCount ${page('bidId bidderId bidValueInCents isWinningBid')} }
}`;
const ofAuction = `query (
  $auctionId: UUID!, $bidderId: String, $orderBy: BidOrder = NEWEST_FIRST, $first: Int, $after: String, $last: Int, $before: String
) {
  auction(auctionId: $auctionId) {
    bidConnection(bidderId: $bidderId, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      totalCount ${page('bidId bidderId bidValueInCents isWinningBid')}
    }
  }
}`;

type Ask = (seller: Seller, variables?: object) => Promise<AskedPage & { totalCount: number }>;
const ask: Ask = async (seller, variables) => (await answerOf(seller, ofSeller, variables)).bidConnection;
const askAuction: Ask = async (seller, variables) =>
  (await answerOf(seller, ofAuction, variables)).auction.bidConnection;
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
  ['bidConnection', ask],
  ['Auction.bidConnection', askAuction],
] as const)('%s', (name, ask) => {
  const ada = { auctionId, bidderId: 'ada@example.com' };
  const highestFirst = { orderBy: 'HIGHEST_FIRST' };

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

  test.each(['NEWEST_FIRST', 'HIGHEST_FIRST'])('%s: bids that are placed meanwhile shift nothing', async (orderBy) => {
    const owner = await service.seller();
    const busy = await service.auction(owner);
    const placed = [];
    for (const value of [100, 300, 200]) placed.push(await service.bid(busy, { bidValueInCents: value }));
    const expected = idsOf(orderBy === 'NEWEST_FIRST' ? newest(placed) : highest(placed));
    const pages = await walk(async (way) => {
      const asked = await ask(owner, { auctionId: busy.auctionId, orderBy, ...way });
      await service.bid(busy, { bidValueInCents: 500 });
      return asked;
    }, 1);
    expect(pages.flatMap(ids)).toEqual(expected);
  });

  test("a cursor of one order is none of the other, and an auction's none of a bid", async () => {
    const byTime = (await ask(seller, { auctionId })).pageInfo.startCursor;
    const byRank = (await ask(seller, { auctionId, ...highestFirst })).pageInfo.startCursor;
    const own = (await answerOf(seller, '{ auctionConnection { pageInfo { startCursor } } }')).auctionConnection;
    const document = name === 'bidConnection' ? ofSeller : ofAuction;
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

describe('the list with offsets', () => {
  const list = `query ($auctionId: UUID, $bidderId: String, $orderBy: BidOrder = NEWEST_FIRST, $limit: Int = 100, $offset: Int = 0) {
    bids(auctionId: $auctionId, bidderId: $bidderId, orderBy: $orderBy, limit: $limit, offset: $offset) { bidId }
  }`;
  const askList = async (variables: object) => (await answerOf(seller, list, variables)).bids;

  test('has the highest first on request', async () => {
    const highestBids = await askList({ auctionId, orderBy: 'HIGHEST_FIRST', limit: 3, offset: 1 });
    expect(highestBids).toEqual(
      idsOf(highest(bids))
        .slice(1, 4)
        .map((bidId) => ({ bidId })),
    );
    const ofAda = await askList({ auctionId, bidderId: 'ada@example.com', orderBy: 'HIGHEST_FIRST' });
    expect(ofAda).toEqual(idsOf(highest(ofBidder('ada@example.com'))).map((bidId) => ({ bidId })));
  });

  test('has the newest first without one, and in REST always', async () => {
    const expected = idsOf(newest(bids));
    expect(await askList({ auctionId })).toEqual(expected.map((bidId) => ({ bidId })));
    const rest = await seller.get(`/v1/bids?auctionId=${auctionId}`);
    expect(rest.body.bids.map(({ bidId }: any) => bidId)).toEqual(expected);
  });

  test('REST knows of no order', async () => {
    const { status, body } = await seller.get(`/v1/bids?auctionId=${auctionId}&orderBy=HIGHEST_FIRST`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: 'orderBy', code: 'unknown_parameter' }]);
  });
});

test.each([
  ['bidConnection', '{ bidConnection(orderBy: HIGHEST_FIRST) { totalCount } }'],
  ['bids', '{ bids(orderBy: HIGHEST_FIRST) { __typename } }'],
])('%s: a bid has its rank on its auction, so that the highest first need its id', async (_, query) => {
  const { errors } = (await seller.graphql(query)).body;
  expect(errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/auctionId', code: 'required' }],
  });
});
