import { beforeAll, describe, expect, test } from 'vitest';
import { type InsertedAuction, ongoing, sold } from '../support/insert-auction.ts';
import type { InsertedBid } from '../support/insert-bid.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';
import { soundAuction } from './periods.ts';

const service = await serviceForFile();

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const dateTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);

/** The document's table "Auction": these keys, and not one more. */
const auctionShape = {
  auctionId: uuid,
  createdAt: dateTime,
  biddingPeriodStartsAt: dateTime,
  biddingPeriodEndsAt: dateTime,
  type: 'asynchronous',
  minimumBidValueInCents: expect.any(Number),
  title: expect.any(String),
  status: expect.stringMatching(/^(upcoming|ongoing|completed)$/),
  auctionUrl: expect.any(String),
};

/** The document's table "Bid". */
const bidShape = {
  bidId: uuid,
  bidderId: expect.any(String),
  placedAt: dateTime,
  bidValueInCents: expect.any(Number),
  auctionId: uuid,
  isWinningBid: expect.any(Boolean),
};

let seller: Seller;
let auction: InsertedAuction;
let bid: InsertedBid;

beforeAll(async () => {
  seller = await service.seller();
  auction = await service.auction(seller, { ...ongoing, title: 'A walnut desk', minimumBidValueInCents: 250 });
  bid = await service.bid(auction, { bidderId: 'customer-7', bidValueInCents: 1_234 });
  await service.bid(auction);
});

describe('the keys of each answer, to the letter', () => {
  const withBids = { ...auctionShape, bids: [bidShape, bidShape] };

  test.each([
    ['/v1/auctions', { auctions: [auctionShape] }],
    ['/v1/auctions?includeBids=false', { auctions: [auctionShape] }],
    ['/v1/auctions?includeBids=true', { auctions: [withBids] }],
    ['/v1/auctions/<auction_id>', { auction: auctionShape }],
    ['/v1/auctions/<auction_id>?includeBids=false', { auction: auctionShape }],
    ['/v1/auctions/<auction_id>?includeBids=true', { auction: withBids }],
    ['/v1/bids', { bids: [bidShape, bidShape] }],
    ['/v1/bids/<bid_id>', { bid: bidShape }],
  ])('GET %s', async (path, shape) => {
    const { auctionId, bidId } = bid;
    const answer = await seller.get(path.replace('<auction_id>', auctionId).replace('<bid_id>', bidId));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body).toStrictEqual(shape);
  });

  test('POST, PATCH and DELETE, and GET with includeBids=true on an auction without bids', async () => {
    const other = await service.seller();
    const created = await other.post('/v1/auctions', soundAuction);
    expect([created.status, created.body]).toStrictEqual([201, { auction: auctionShape }]);
    const path = `/v1/auctions/${created.body.auction.auctionId}`;
    const updated = await other.patch(path, { title: 'A walnut desk' });
    expect([updated.status, updated.body]).toStrictEqual([200, { auction: auctionShape }]);
    const { body } = await other.get(`${path}?includeBids=true`);
    expect(body).toStrictEqual({ auction: { ...auctionShape, bids: [] } });
    const cancelled = await other.delete(path);
    expect([cancelled.status, cancelled.body]).toStrictEqual([200, { success: true }]);
  });

  test('a completed and a cancelled auction have the same keys', async () => {
    const other = await service.seller();
    const winner = await service.auction(other, sold);
    await service.bid(winner, { isWinningBid: true });
    const { auctionId } = await service.auction(other);
    await other.delete(`/v1/auctions/${auctionId}`);
    const { body } = await other.get('/v1/auctions');
    expect(body).toStrictEqual({ auctions: [auctionShape, auctionShape] });
  });
});

describe('the values of each field', () => {
  const instant = (date: Date) => date.toISOString().replace('Z', '+00:00');

  test('Auction', async () => {
    const { body } = await seller.get(`/v1/auctions/${auction.auctionId}`);
    expect(body.auction).toEqual({
      auctionId: auction.auctionId,
      createdAt: instant(auction.createdAt),
      biddingPeriodStartsAt: instant(auction.biddingPeriodStartsAt),
      biddingPeriodEndsAt: instant(auction.biddingPeriodEndsAt),
      type: 'asynchronous',
      minimumBidValueInCents: 250,
      title: 'A walnut desk',
      status: 'ongoing',
      auctionUrl: `${publicUrl}/auctions/${auction.auctionId}`,
    });
  });

  const bidAsShown = () => ({
    bidId: bid.bidId,
    bidderId: 'customer-7',
    placedAt: instant(bid.placedAt),
    bidValueInCents: 1_234,
    auctionId: auction.auctionId,
    isWinningBid: false,
  });

  test('Bid', async () => {
    expect((await seller.get(`/v1/bids/${bid.bidId}`)).body.bid).toEqual(bidAsShown());
  });

  test('Bid, within its auction', async () => {
    const { body } = await seller.get(`/v1/auctions/${auction.auctionId}?includeBids=true`);
    expect(body.auction.bids).toContainEqual(bidAsShown());
  });

  test('date-times are UTC with milliseconds, wherever the process and the database are', async () => {
    const other = await service.seller();
    const placedAt = new Date('2026-03-29T01:30:00.007Z');
    const createdAt = new Date('2026-10-25T01:30:00.120Z');
    const { auctionId } = await service.auction(other, { createdAt });
    await service.bid({ auctionId, sellerId: other.sellerId }, { placedAt });
    const { body } = await other.get(`/v1/auctions/${auctionId}?includeBids=true`);
    expect(body.auction.createdAt).toBe('2026-10-25T01:30:00.120+00:00');
    expect(body.auction.bids[0].placedAt).toBe('2026-03-29T01:30:00.007+00:00');
    expect(process.env['TZ']).not.toBe('UTC');
  });

  test('each auction carries its own bids, all of them', async () => {
    const other = await service.seller();
    const counts = [0, 1, 3, 120];
    for (const count of counts) {
      const { auctionId } = await service.auction(other, { ...ongoing, title: `Has ${count} bids` });
      for (let index = 0; index < count; index += 1) await service.bid({ auctionId, sellerId: other.sellerId });
    }
    const { body } = await other.get('/v1/auctions?includeBids=true');
    expect(body.auctions).toHaveLength(counts.length);
    for (const { auctionId, title, bids } of body.auctions) {
      expect(title).toBe(`Has ${bids.length} bids`);
      expect(new Set(bids.map((each: { bidId: string }) => each.bidId)).size).toBe(bids.length);
      expect(bids.every((each: { auctionId: string }) => each.auctionId === auctionId)).toBe(true);
    }
  });
});

describe('isWinningBid', () => {
  test('false for every bid while the auction is ongoing, the highest included', async () => {
    const other = await service.seller();
    const { auctionId } = await service.auction(other, ongoing);
    for (const bidValueInCents of [500, 900, 700]) {
      await service.bid({ auctionId, sellerId: other.sellerId }, { bidValueInCents });
    }
    const { bids } = (await other.get('/v1/bids')).body;
    expect(bids.map((each: { isWinningBid: boolean }) => each.isWinningBid)).toEqual([false, false, false]);
  });

  test('true for the winning bid alone once the auction is completed', async () => {
    const other = await service.seller();
    const { auctionId } = await service.auction(other, sold);
    const lost = await service.bid({ auctionId, sellerId: other.sellerId }, { bidValueInCents: 900 });
    const won = await service.bid(
      { auctionId, sellerId: other.sellerId },
      { bidValueInCents: 700, isWinningBid: true },
    );
    expect((await other.get(`/v1/bids/${won.bidId}`)).body.bid.isWinningBid).toBe(true);
    expect((await other.get(`/v1/bids/${lost.bidId}`)).body.bid.isWinningBid).toBe(false);
  });
});
