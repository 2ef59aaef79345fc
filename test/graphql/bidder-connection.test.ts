import { describe, expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

const fields = 'bidderId bidCount winCount wonInCents isBanned email';
const read = async (seller: Seller, args: string, selected = fields) => {
  const query = `{ bidders${args} { totalCount isTotalCountExact
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { ${selected} } } } }`;
  return (await seller.graphql(query)).body;
};
const namesIn = (body: any): string[] => body.data.bidders.edges.map(({ node }: any) => node.bidderId);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute));

/** Ada bids first and last, on two auctions; Bob wins one; Carol has one bid. */
async function threeBidders() {
  const seller = await service.seller();
  const [one, other] = [await service.auction(seller, ongoing), await service.auction(seller, ongoing)];
  const bid = (bidderId: string, minute: number, auction = one, more = {}) =>
    insertBid(service.db, auction, { bidderId, placedAt: at(minute), bidValueInCents: 1_000 + minute, ...more });
  await bid('ada', 1);
  await bid('bob', 2, other, { isWinningBid: true });
  await bid('carol', 3);
  await bid('ada', 4, other);
  return { seller, bid };
}

describe('the bidders of a seller', () => {
  test('come newest first, each once, with their bids and what they have won', async () => {
    const { seller } = await threeBidders();
    await seller.mutate('banBidder', { bidderId: 'carol', reason: 'Has never paid' });
    const { data } = await read(seller, '');
    expect(data.bidders).toMatchObject({ totalCount: 3, isTotalCountExact: true });
    expect(data.bidders.edges.map(({ node }: any) => node)).toMatchObject([
      { bidderId: 'carol', bidCount: 1, winCount: 0, wonInCents: 0, isBanned: true },
      { bidderId: 'bob', bidCount: 1, winCount: 1, wonInCents: 1_002, isBanned: false },
      { bidderId: 'ada', bidCount: 2, winCount: 0, wonInCents: 0, isBanned: false },
    ]);
  });

  test('keep their places on pages in both directions while they bid again', async () => {
    const { seller, bid } = await threeBidders();
    const first = await read(seller, '(first: 1)');
    const { endCursor } = first.data.bidders.pageInfo;
    await bid('carol', 5);
    await bid('ada', 6);
    await bid('dora', 7);
    const second = await read(seller, `(first: 2, after: "${endCursor}")`);
    expect([...namesIn(first), ...namesIn(second)]).toEqual(['carol', 'bob', 'ada']);
    expect(second.data.bidders.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const { startCursor } = second.data.bidders.pageInfo;
    const back = await read(seller, `(last: 5, before: "${startCursor}")`);
    expect(namesIn(back)).toEqual(['dora', 'carol']);
  });

  test('are found by their id, and are those of the seller alone', async () => {
    const { seller } = await threeBidders();
    expect(namesIn(await read(seller, '(bidderId: "ada")'))).toEqual(['ada']);
    expect(namesIn(await read(seller, '(bidderId: "nobody")'))).toEqual([]);
    const stranger = await service.seller();
    expect(namesIn(await read(stranger, ''))).toEqual([]);
    expect(namesIn(await read(stranger, '(bidderId: "ada")'))).toEqual([]);
  });

  test('are read with the scope of their bids, and by a cursor of this list', async () => {
    const { seller } = await threeBidders();
    const narrow = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
    expect((await read(narrow, '')).errors[0].extensions.code).toBe('insufficient_scope');
    const bids = await seller.graphql('{ bids(first: 1) { pageInfo { endCursor } } }');
    const foreign = await read(seller, `(after: "${bids.body.data.bids.pageInfo.endCursor}")`);
    expect(foreign.errors[0].extensions.errors).toMatchObject([{ pointer: '/after', code: 'invalid_value' }]);
  });

  test('lead on from a page that has searched 5,000 bids and found nobody new', async () => {
    const seller = await service.seller();
    const { auctionId, sellerId } = { ...(await service.auction(seller, ongoing)), sellerId: seller.sellerId };
    await service.db.query(
      `insert into bids (auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents)
       select $1, $2, case when n = 0 then 'ada' else 'bob' end, $3::timestamptz + n * interval '1 second', 1000
       from generate_series(0, 5002) n`,
      [auctionId, sellerId, at(0)],
    );
    const first = await read(seller, '(first: 10)');
    expect(namesIn(first)).toEqual([]);
    const { hasNextPage, endCursor } = first.data.bidders.pageInfo;
    expect(hasNextPage).toBe(true);
    expect(first.data.bidders.isTotalCountExact).toBe(false);
    const second = await read(seller, `(first: 10, after: "${endCursor}")`);
    expect(namesIn(second)).toEqual(['bob', 'ada']);
    expect(second.data.bidders.edges[0].node.bidCount).toBe(1_000);
  });
});
