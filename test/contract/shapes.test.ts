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
  test('GET /v1/auctions', async () => {
    const { status, body } = await seller.get('/v1/auctions');
    expect(status).toBe(200);
    expect(body).toStrictEqual({ auctions: [auctionShape] });
  });

  test('GET /v1/auctions?includeBids=false', async () => {
    const { body } = await seller.get('/v1/auctions?includeBids=false');
    expect(body).toStrictEqual({ auctions: [auctionShape] });
  });

  test('GET /v1/auctions?includeBids=true', async () => {
    const { body } = await seller.get('/v1/auctions?includeBids=true');
    expect(body).toStrictEqual({ auctions: [{ ...auctionShape, bids: [bidShape, bidShape] }] });
  });

  test('GET /v1/auctions/<auction_id>', async () => {
    const { status, body } = await seller.get(`/v1/auctions/${auction.auctionId}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ auction: auctionShape });
  });

  test('GET /v1/auctions/<auction_id>?includeBids=false', async () => {
    const { body } = await seller.get(`/v1/auctions/${auction.auctionId}?includeBids=false`);
    expect(body).toStrictEqual({ auction: auctionShape });
  });

  test('GET /v1/auctions/<auction_id>?includeBids=true', async () => {
    const { body } = await seller.get(`/v1/auctions/${auction.auctionId}?includeBids=true`);
    expect(body).toStrictEqual({ auction: { ...auctionShape, bids: [bidShape, bidShape] } });
  });

  test('GET with includeBids=true on an auction without bids', async () => {
    const { auctionId } = await service.auction(await service.seller());
    const { sellerId } = await service.db.prisma.auction.findUniqueOrThrow({ where: { auctionId } });
    const { name } = await service.db.prisma.seller.findUniqueOrThrow({ where: { sellerId } });
    const { body } = await (await service.seller({ name })).get(`/v1/auctions/${auctionId}?includeBids=true`);
    expect(body).toStrictEqual({ auction: { ...auctionShape, bids: [] } });
  });

  test('POST /v1/auctions', async () => {
    const { status, body } = await (await service.seller()).post('/v1/auctions', soundAuction);
    expect(status).toBe(201);
    expect(body).toStrictEqual({ auction: auctionShape });
  });

  test('PATCH /v1/auctions/<auction_id>', async () => {
    const { status, body } = await seller.patch(`/v1/auctions/${auction.auctionId}`, { title: 'A walnut desk' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({ auction: auctionShape });
  });

  test('DELETE /v1/auctions/<auction_id>', async () => {
    const other = await service.seller();
    const { auctionId } = await service.auction(other);
    const { status, body } = await other.delete(`/v1/auctions/${auctionId}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ success: true });
  });

  test('GET /v1/bids', async () => {
    const { status, body } = await seller.get('/v1/bids');
    expect(status).toBe(200);
    expect(body).toStrictEqual({ bids: [bidShape, bidShape] });
  });

  test('GET /v1/bids/<bid_id>', async () => {
    const { status, body } = await seller.get(`/v1/bids/${bid.bidId}`);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ bid: bidShape });
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

  test('every success is application/json', async () => {
    for (const path of ['/v1/auctions', `/v1/auctions/${auction.auctionId}`, '/v1/bids', `/v1/bids/${bid.bidId}`]) {
      expect((await seller.get(path)).headers.get('content-type')).toBe('application/json');
    }
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
