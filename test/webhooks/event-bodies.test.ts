import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDueAuctions } from '../../src/auctions/open-auctions.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { eventBody } from '../../src/auctions/webhooks/event-body.ts';
import { eventColumns, type EventRow } from '../../src/auctions/webhooks/events.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { publicUrl } from '../support/service.ts';
import { canonical, digest } from '../../packages/verify-transcript/verify.js';
import { readTranscript } from '../support/transcripts.ts';

// What is told is what `/v1` answers at that moment, byte by byte: the bodies are compared as texts.

let stage: AuctionStage;
beforeEach(async () => {
  stage = await setAuctionStage();
  await insertEndpoint(stage.service.db, stage.seller);
});
afterEach(() => stage[Symbol.asyncDispose]());

/** The payloads of events, without their `updatedAt`, after a look at what stands beside them. */
async function payloadsOf(eventType: string, id: string): Promise<string[]> {
  const { rows } = await stage.service.db.query<EventRow>(
    `select ${eventColumns} from webhook_events v
     where event_type = $1 and $2 in (bid_id, auction_id) order by event_id`,
    [eventType, id],
  );
  return rows.map((event) => {
    const body = eventBody(event, 'test', { publicUrl });
    const { payload, ...beside } = JSON.parse(body);
    const timestamp = event.createdAt.toISOString().replace('Z', '+00:00');
    expect(beside).toEqual({ id: event.eventId, eventType, timestamp, mode: 'test', sequence: expect.any(Number) });
    expect(payload.updatedAt).toBe(timestamp);
    const payloadText = body.slice(body.indexOf('"payload":') + '"payload":'.length, -1);
    return payloadText.replaceAll(`,"updatedAt":"${timestamp}"`, '');
  });
}

/** What REST answers, without its envelope. Of an auction, webhooks also show the reference, here none. */
async function shown(noun: 'auction' | 'bid', id: string): Promise<string> {
  const { status, text } = await stage.seller.get(`/v1/${noun}s/${id}`);
  expect(status).toBe(200);
  const payload = text.slice(`{"${noun}":`.length, -1);
  return noun === 'auction' ? withKey(payload, 'reference', 'null') : payload;
}

const withKey = (payload: string, key: string, value: string) => `${payload.slice(0, -1)},"${key}":${value}}`;

/** The place of a bid in the transcript. */
async function placeOf(bidId: string) {
  const { lines } = await readTranscript(stage.service.db, stage.auction.auctionId);
  const line = lines.find((each) => each['bidId'] === bidId)!;
  return { position: line['position'], hash: await digest(canonical(line)) };
}

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
  await openDueAuctions(stage.service.db);
  const auction = await shown('auction', auctionId);
  expect(auction).toContain('"status":"ongoing"');
  expect(auction).toContain('"createdAt":"2026-01-31T23:59:59.500+00:00"');
  expect(await payloadsOf('auction_started', auctionId)).toEqual([auction]);
});

test('auction_started tells of an ongoing auction, however late it is told', async () => {
  const { auctionId } = await stage.service.auction(stage.seller, { startsInSeconds: -7_200, endsInSeconds: -60 });
  await openDueAuctions(stage.service.db);
  const auction = await shown('auction', auctionId);
  expect(await payloadsOf('auction_started', auctionId)).toEqual([auction]);
  expect(auction).toContain('"status":"ongoing"');
});

test('auction_cancelled tells the auction as it is read then', async () => {
  const { auctionId } = await startingAuction();
  await stage.seller.delete(`/v1/auctions/${auctionId}`);
  const auction = await shown('auction', auctionId);
  expect(await payloadsOf('auction_cancelled', auctionId)).toEqual([auction]);
});

test('auction_completed tells of an auction without a winner that winningBid is null', async () => {
  const { auctionId } = await stage.service.auction(stage.seller, { startsInSeconds: -7_200, endsInSeconds: -60 });
  await settleAuction(stage.service.deps, auctionId);
  const payload = withKey(await shown('auction', auctionId), 'winningBid', 'null');
  expect(await payloadsOf('auction_completed', auctionId)).toEqual([payload]);
});

test('bid_placed, capture_failed and auction_completed tell of bids as they are read then', async () => {
  const { auctionId } = stage.auction;
  const lower = await stage.bid(5_000);
  const higher = await stage.bid(9_000, 'capture_declined');
  for (const bidId of [lower, higher]) {
    const linked = withKey(await shown('bid', bidId), 'privateUrl', 'null');
    const payload = withKey(linked, 'transcript', JSON.stringify(await placeOf(bidId)));
    expect(await payloadsOf('bid_placed', bidId)).toEqual([payload]);
  }
  const placed = await payloadsOf('bid_placed', lower);

  await stage.settle();
  const failed = withKey(await shown('bid', higher), 'reason', '"card_declined"');
  expect(await payloadsOf('capture_failed', higher)).toEqual([failed]);
  const winner = await shown('bid', lower);
  expect(winner).toContain('"isWinningBid":true');
  const completed = withKey(await shown('auction', auctionId), 'winningBid', winner);
  expect(await payloadsOf('auction_completed', auctionId)).toEqual([completed]);
  // What was told of the winner before is told again as it was.
  expect(await payloadsOf('bid_placed', lower)).toEqual(placed);
});

test('a later change of the auction does not change what was told', async () => {
  const { auctionId } = await startingAuction();
  await openDueAuctions(stage.service.db);
  const before = await payloadsOf('auction_started', auctionId);
  const changed = await stage.seller.patch(`/v1/auctions/${auctionId}`, { title: 'A chair' });
  expect(changed.status).toBe(200);
  expect(await payloadsOf('auction_started', auctionId)).toEqual(before);
});
