import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/core/viewer.ts';
import { ongoing, sold } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { answerOf } from './pages.ts';

const service = await sharedService();
const seller = await service.seller();

const currentBids = `query ($auctionId: ID!) {
  auction(auctionId: $auctionId) { bidCount leadingBid { bidId } winningBid { bidId } }
}`;
const currentBidsOf = async (auctionId: string) => (await answerOf(seller, currentBids, { auctionId })).auction;

describe('leadingBid and bidCount', () => {
  test('without bids: null and 0', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    expect(await currentBidsOf(auctionId)).toEqual({ bidCount: 0, leadingBid: null, winningBid: null });
  });

  test('the highest leads, whenever it was placed', async () => {
    const auction = await service.auction(seller, ongoing);
    await service.bid(auction, { bidValueInCents: 100 });
    const { bidId } = await service.bid(auction, { bidValueInCents: 300 });
    await service.bid(auction, { bidValueInCents: 299 });
    expect(await currentBidsOf(auction.auctionId)).toEqual({ bidCount: 3, leadingBid: { bidId }, winningBid: null });
  });

  test('the earlier of equal bids leads, and the smaller id of equal instants', async () => {
    const auction = await service.auction(seller, ongoing);
    const [early, late] = [new Date('2026-01-01T00:00:00.000Z'), new Date('2026-01-01T00:00:00.001Z')];
    await service.bid(auction, { placedAt: late });
    const [one, other] = [
      await service.bid(auction, { placedAt: early }),
      await service.bid(auction, { placedAt: early }),
    ];
    const bidId = one.bidId < other.bidId ? one.bidId : other.bidId;
    expect((await currentBidsOf(auction.auctionId)).leadingBid).toEqual({ bidId });
  });

  test('a winner after a refused capture leads no more than before', async () => {
    const auction = await service.auction(seller, sold);
    const highest = await service.bid(auction, { bidValueInCents: 300 });
    const winner = await service.bid(auction, { bidValueInCents: 200, isWinningBid: true });
    expect(await currentBidsOf(auction.auctionId)).toEqual({
      bidCount: 2,
      leadingBid: { bidId: highest.bidId },
      winningBid: { bidId: winner.bidId },
    });
  });
});

test("a bid tells of its auction, by the seller's clock", async () => {
  const tester = await service.seller();
  const auction = await service.auction(tester, { title: 'A walnut desk', startsInSeconds: 3_600 });
  const { bidId } = await service.bid(auction);
  await tester.mutate('advanceTestClock', { bySeconds: 3601 });
  const fields = 'auction { auctionId title status phase }';
  const { bid, bids } = await answerOf(
    tester,
    `query ($bidId: ID!) {
      bid(bidId: $bidId) { ${fields} } bids { nodes { ${fields} } edges { node { ${fields} } } }
    }`,
    { bidId },
  );
  const expected = { auctionId: auction.auctionId, title: 'A walnut desk', status: 'ongoing', phase: 'OPEN' };
  expect([bid, bids.nodes[0], bids.edges[0].node].map((each) => each.auction)).toEqual([expected, expected, expected]);
});

describe('scopes', async () => {
  const auction = await service.auction(seller, ongoing);
  const { bidId } = await service.bid(auction);
  const inAuction = (field: string) => `{ auction(auctionId: "${auction.auctionId}") { ${field} } }`;

  test.each<[field: string, query: string, held: Scope, needed: Scope]>([
    ['leadingBid', inAuction('leadingBid { bidId }'), 'auctions:read', 'bids:read'],
    ['bidCount', inAuction('bidCount'), 'auctions:read', 'bids:read'],
    ['Bid.auction', `{ bid(bidId: "${bidId}") { auction { title } } }`, 'bids:read', 'auctions:read'],
  ])('%s: beside the scope of what it is a field of, its own', async (_, query, held, needed) => {
    const lacking = await service.seller({ name: seller.name, scopes: [held] });
    expect((await lacking.graphql(query)).body.errors[0].extensions.code).toBe('insufficient_scope');
    const holding = await service.seller({ name: seller.name, scopes: [held, needed] });
    expect((await holding.graphql(query)).body.errors).toBeUndefined();
  });
});
