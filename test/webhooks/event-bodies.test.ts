import { afterEach, beforeEach, expect, test } from 'vitest';
import { transitionDueAuctions } from '../../src/auctions/transition-auctions.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { eventBody } from '../../src/webhooks/event-body.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { publicUrl } from '../support/service.ts';

// What is told is what `/v1` answers at that moment, byte by byte: the bodies are compared as texts.

let stage: AuctionStage;
beforeEach(async () => {
  stage = await setAuctionStage();
  await insertEndpoint(stage.service.db, stage.seller);
});
afterEach(() => stage[Symbol.asyncDispose]());

async function bodiesOf(eventType: string, id: string): Promise<string[]> {
  const { rows } = await stage.service.db.query(
    `select event_type as "eventType", snapshot from webhook_events
     where event_type = $1 and $2 in (bid_id, auction_id) order by event_id`,
    [eventType, id],
  );
  return rows.map((event) => eventBody(event, { publicUrl }));
}

/** What REST answers, without its envelope. Of an auction, webhooks also show the reference, here none. */
async function shown(noun: 'auction' | 'bid', id: string): Promise<string> {
  const { status, text } = await stage.seller.get(`/v1/${noun}s/${id}`);
  expect(status).toBe(200);
  const payload = text.slice(`{"${noun}":`.length, -1);
  return noun === 'auction' ? withKey(payload, 'reference', 'null') : payload;
}

const bodyOf = (eventType: string, payload: string) => `{"eventType":"${eventType}","payload":${payload}}`;
const withKey = (payload: string, key: string, value: string) => `${payload.slice(0, -1)},"${key}":${value}}`;

/** Fractions of a second with zeros at their end, text that has to be escaped. */
async function startingAuction() {
  const auction = await stage.service.auction(stage.seller, {
    title: 'A “walnut” desk \\ "1962" 🪑',
    minimumBidValueInCents: 49_999_999,
    createdAt: new Date('2026-01-31T23:59:59.500Z'),
    startsInSeconds: -60,
  });
  await stage.service.db.query(
    `update auctions set bidding_period_starts_at = date_trunc('second', bidding_period_starts_at) where auction_id = $1`,
    [auction.auctionId],
  );
  return auction;
}

test('auction_started tells the auction as it is read then', async () => {
  const { auctionId } = await startingAuction();
  await transitionDueAuctions(stage.service.db);
  const auction = await shown('auction', auctionId);
  expect(auction).toContain('"status":"ongoing"');
  expect(auction).toContain('"createdAt":"2026-01-31T23:59:59.500+00:00"');
  expect(await bodiesOf('auction_started', auctionId)).toEqual([bodyOf('auction_started', auction)]);
});

test('auction_started tells of an ongoing auction, however late it is told', async () => {
  const { auctionId } = await stage.service.auction(stage.seller, { startsInSeconds: -7_200, endsInSeconds: -60 });
  await transitionDueAuctions(stage.service.db);
  const auction = await shown('auction', auctionId);
  expect(await bodiesOf('auction_started', auctionId)).toEqual([bodyOf('auction_started', auction)]);
  expect(auction).toContain('"status":"ongoing"');
});

test('auction_cancelled tells the auction as it is read then', async () => {
  const { auctionId } = await startingAuction();
  await stage.seller.delete(`/v1/auctions/${auctionId}`);
  const auction = await shown('auction', auctionId);
  expect(await bodiesOf('auction_cancelled', auctionId)).toEqual([bodyOf('auction_cancelled', auction)]);
});

test('auction_completed tells of an auction without a winner that winningBid is null', async () => {
  const { auctionId } = await stage.service.auction(stage.seller, { startsInSeconds: -7_200, endsInSeconds: -60 });
  await settleAuction(stage.service.deps, auctionId);
  const payload = withKey(await shown('auction', auctionId), 'winningBid', 'null');
  expect(await bodiesOf('auction_completed', auctionId)).toEqual([bodyOf('auction_completed', payload)]);
});

test('bid_placed, capture_failed and auction_completed tell of bids as they are read then', async () => {
  const { auctionId } = stage.auction;
  const lower = await stage.bid(5_000);
  const higher = await stage.bid(9_000, 'capture_declined');
  for (const bidId of [lower, higher]) {
    const payload = withKey(await shown('bid', bidId), 'privateUrl', 'null');
    expect(await bodiesOf('bid_placed', bidId)).toEqual([bodyOf('bid_placed', payload)]);
  }
  const placed = await bodiesOf('bid_placed', lower);

  await stage.settle();
  const failed = withKey(await shown('bid', higher), 'reason', '"card_declined"');
  expect(await bodiesOf('capture_failed', higher)).toEqual([bodyOf('capture_failed', failed)]);
  const winner = await shown('bid', lower);
  expect(winner).toContain('"isWinningBid":true');
  const completed = withKey(await shown('auction', auctionId), 'winningBid', winner);
  expect(await bodiesOf('auction_completed', auctionId)).toEqual([bodyOf('auction_completed', completed)]);
  // What was told of the winner before is told again as it was.
  expect(await bodiesOf('bid_placed', lower)).toEqual(placed);
});

test('a later change of the auction does not change what was told', async () => {
  const { auctionId } = await startingAuction();
  await transitionDueAuctions(stage.service.db);
  const before = await bodiesOf('auction_started', auctionId);
  const changed = await stage.seller.patch(`/v1/auctions/${auctionId}`, { title: 'A chair' });
  expect(changed.status).toBe(200);
  expect(await bodiesOf('auction_started', auctionId)).toEqual(before);
});
