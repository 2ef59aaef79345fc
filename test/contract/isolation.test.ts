import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { type InsertedAuction, ongoing } from '../support/insert-auction.ts';
import type { InsertedBid } from '../support/insert-bid.ts';
import { insertManyBids } from '../support/popular-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { doors, expectRefused, payloadOf } from './doors.ts';
import { expectProblem } from './expect-problem.ts';

const service = await sharedService();

const unknownId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';

let owner: Seller;
let stranger: Seller;
let auction: InsertedAuction;
let bid: InsertedBid;

beforeEach(async () => {
  owner = await service.seller();
  stranger = await service.seller();
  auction = await service.auction(owner, { ...ongoing, title: 'Not yours' });
  bid = await service.bid(auction, { bidderId: 'secret@example.com' });
  await service.bid(await service.auction(stranger, { ...ongoing, title: 'Mine' }), { bidderId: 'mine@example.com' });
});

/** Everything of an answer that is not this request's own. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  body: { ...body, requestId: '' },
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
});

describe('an unknown id, another seller’s, and one that is no UUID: the same answer', () => {
  const noUuids = [
    '1',
    'banana',
    'null',
    unknownId.slice(1),
    `{${unknownId}}`,
    unknownId.replaceAll('-', ''),
    '%00',
    '%20',
    '*',
  ];

  test.each([
    ['GET', (id: string) => stranger.get(`/v1/auctions/${id}`)],
    ['GET with bids', (id: string) => stranger.get(`/v1/auctions/${id}?includeBids=true`)],
    ['HEAD', (id: string) => stranger.request(`/v1/auctions/${id}`, { method: 'HEAD' })],
    ['PATCH', (id: string) => stranger.patch(`/v1/auctions/${id}`, { title: 'Taken over' })],
    ['PATCH with nothing', (id: string) => stranger.patch(`/v1/auctions/${id}`, {})],
    ['DELETE', (id: string) => stranger.delete(`/v1/auctions/${id}`)],
  ])('%s /v1/auctions/<auction_id>', async (method, ask) => {
    const unknown = await ask(unknownId);
    if (method !== 'HEAD') expectProblem(unknown, 'auction_not_found');
    expect(unknown.status).toBe(404);
    for (const id of [auction.auctionId, bid.bidId, ...noUuids]) {
      expect(comparable(await ask(id))).toEqual(comparable(unknown));
    }
  });

  test('GET /v1/bids/<bid_id>', async () => {
    const unknown = await stranger.get(`/v1/bids/${unknownId}`);
    expectProblem(unknown, 'bid_not_found');
    for (const id of [bid.bidId, auction.auctionId, ...noUuids]) {
      expect(comparable(await stranger.get(`/v1/bids/${id}`))).toEqual(comparable(unknown));
    }
  });

  test('an id that is no UUID is refused before anything else is read', async () => {
    for (const id of noUuids) {
      expectProblem(await stranger.patch(`/v1/auctions/${id}`, { title: 'ab' }), 'auction_not_found');
      expectProblem(await stranger.get(`/v1/bids/${id}?foo=1`), 'bid_not_found');
    }
  });

  test('a faulty request does not tell another seller’s id from an unknown one', async () => {
    for (const ask of [
      (id: string) => stranger.get(`/v1/auctions/${id}?foo=1`),
      (id: string) => stranger.patch(`/v1/auctions/${id}`, { title: 'ab' }),
      (id: string) => stranger.patch(`/v1/auctions/${id}`, { type: 'repeated' }),
      (id: string) => stranger.delete(`/v1/auctions/${id}?foo=1`),
    ]) {
      expect(comparable(await ask(auction.auctionId))).toEqual(comparable(await ask(unknownId)));
    }
  });
});

describe.each(doors)('by $name', (door) => {
  test('only the seller’s own auctions are listed', async () => {
    // It has begun, and no worker has noted it yet.
    await service.auction(owner, { startsInSeconds: -60, endsInSeconds: 3_600, title: 'Not yours, either' });
    const titles = async (seller: Seller, status?: string) =>
      payloadOf(await door.auctions(seller, { ...(status && { status }) })).auctions.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles(stranger)).toEqual(['Mine']);
    expect(await titles(stranger, 'ongoing')).toEqual(['Mine']);
    expect((await titles(owner, 'ongoing')).sort()).toEqual(['Not yours', 'Not yours, either']);
  });

  test('only the bids on the seller’s own auctions are listed, whatever the filter', async () => {
    const bidders = async (seller: Seller, filter = {}) =>
      payloadOf(await door.bids(seller, filter)).bids.map(({ bidderId }: { bidderId: string }) => bidderId);
    expect(await bidders(stranger)).toEqual(['mine@example.com']);
    expect(await bidders(stranger, { auctionId: auction.auctionId })).toEqual([]);
    expect(await bidders(stranger, { bidderId: 'secret@example.com' })).toEqual([]);
    const both = { auctionId: auction.auctionId, bidderId: 'secret@example.com' };
    expect(await bidders(stranger, both)).toEqual([]);
    expect(await bidders(owner, both)).toEqual(['secret@example.com']);
  });

  test('no bid on another seller’s auction is listed on a page beyond the first thousand', async () => {
    await insertManyBids(service, [auction.auctionId], 1_000);
    const last = { auctionId: auction.auctionId, offset: 1_000 };
    expect(payloadOf(await door.bids(stranger, last)).bids).toEqual([]);
    expect(payloadOf(await door.bids(owner, last)).bids).toHaveLength(1);
  });

  test('another seller’s auction is not found, and nothing of it changes', async () => {
    const row = () => service.db.prisma.auction.findUniqueOrThrow({ where: { auctionId: auction.auctionId } });
    const before = await row();
    expectRefused(await door.auction(stranger, auction.auctionId), 'auction_not_found');
    expectRefused(await door.updateAuction(stranger, auction.auctionId, { title: 'Taken over' }), 'auction_not_found');
    expectRefused(await door.updateAuction(stranger, auction.auctionId, {}), 'auction_not_found');
    expectRefused(await door.cancelAuction(stranger, auction.auctionId), 'auction_not_found');
    expectRefused(await door.bid(stranger, bid.bidId), 'bid_not_found');
    expect(await row()).toEqual(before);
  });

  test('an unknown id is not found', async () => {
    expectRefused(await door.auction(owner, unknownId), 'auction_not_found');
    expectRefused(await door.updateAuction(owner, unknownId, { title: 'Another' }), 'auction_not_found');
    expectRefused(await door.cancelAuction(owner, unknownId), 'auction_not_found');
    expectRefused(await door.bid(owner, unknownId), 'bid_not_found');
  });

  test('the owner finds all of it', async () => {
    expect(payloadOf(await door.auction(owner, auction.auctionId)).auction.bids).toMatchObject([{ bidId: bid.bidId }]);
    expect(payloadOf(await door.bid(owner, bid.bidId)).bid.bidderId).toBe('secret@example.com');
  });

  test('a live and a test seller of the same name are two sellers', async () => {
    const live = await service.seller({ name: owner.name, mode: 'live' });
    expect(payloadOf(await door.auctions(live)).auctions).toEqual([]);
    expectRefused(await door.auction(live, auction.auctionId), 'auction_not_found');
  });
});
