import { beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { type PlacedBid, recordBid } from '../../src/auctions/bids/record-bid.ts';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { type Authorization, authorizationColumns } from '../../src/payments/holds/authorization.ts';
import { reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { followEvent } from '../../src/settlement/books/follow-event.ts';
import { soundPeriod } from '../contract/periods.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { newBrowserId } from '../support/new-browser-id.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;
let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage({}, service)));

async function bid(name: string, valueInCents: number, card = 'visa'): Promise<void> {
  const bidder = { bidderId: `${name}@example.com`, browserId: newBrowserId() };
  const request = { ...bidder, valueInCents, cardToken: `simulated_card_${card}` };
  await placeBid(deps, bidRequest(stage.auction.auctionId, request));
}

/** The events of the auction with their numbers, as the feed shows them: `2 bid_placed`. */
async function feed(count: number): Promise<string[]> {
  const query = '{ events { eventType auctionId sequence body } }';
  const read = async () => (await stage.seller.graphql(query)).body.data.events;
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  const events = (await read()).filter(({ auctionId }: any) => auctionId === stage.auction.auctionId);
  for (const { sequence, body } of events) expect(JSON.parse(body).sequence).toBe(sequence);
  return events.map(({ eventType, sequence }: any) => `${sequence} ${eventType}`).sort();
}

test('each change of an auction has the next number, which the events that follow from it share', async () => {
  await bid('ada', 5_000);
  await bid('ben', 6_000);
  await stage.seller.patch(`/v1/auctions/${stage.auction.auctionId}`, { title: 'Another desk' });
  await bid('cleo', 7_000, 'capture_declined');
  await stage.settle();
  await followUpEvents(deps);
  expect(await feed(12)).toEqual([
    '2 bid_placed',
    '2 first_bid_placed',
    '3 bid_outbid',
    '3 bid_placed',
    '4 auction_updated',
    '5 bid_outbid',
    '5 bid_placed',
    '6 capture_failed',
    '7 auction_completed',
    '7 bid_lost',
    '7 bid_lost',
    '7 bid_won',
  ]);
});

test('the creation of an auction has the number 1', async () => {
  const { auction } = (await stage.seller.post('/v1/auctions', { title: 'A desk', biddingPeriod: soundPeriod() })).body;
  await stage.seller.delete(`/v1/auctions/${auction.auctionId}`);
  const { rows } = await db.query<{ sequence: number }>(
    'select sequence from webhook_events where auction_id = $1 order by event_id',
    [auction.auctionId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('changes of one auction at once have different numbers', async () => {
  const path = `/v1/auctions/${stage.auction.auctionId}`;
  const bids = Array.from({ length: 8 }, (_, index) => bid(`bidder-${index}`, 5_000 + index * 100));
  const changes = Array.from({ length: 4 }, (_, index) => stage.seller.patch(path, { title: `Title ${index}` }));
  await Promise.all([...bids, ...changes]);
  const numbers = (await feed(12)).map((each) => Number.parseInt(each, 10)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 2));
});

test('a refund at the provider and a bid at once have different numbers', async () => {
  await bid('ada', 5_000);
  const { auctionId } = stage.auction;
  const ada = (await db.prisma.authorization.findFirst({ where: { auctionId } }))!;
  const payment = { reference: ada.providerReference!, authorizationId: ada.authorizationId };
  await changeHold(db, { ...payment, change: 'capture' });
  await followEvent(deps, 'simulated', { kind: 'captured', ...payment });
  await reversePayment(db, { ...payment, change: 'refund', amountInCents: null });

  const { rows } = await db.query<Authorization>(
    `insert into authorizations (auction_id, seller_id, bidder_id, browser_id, email, value_in_cents, submission_token, provider,
       provider_reference, state, authorized_at, capture_before, next_attempt_at)
     select auction_id, seller_id, 'ben@example.com', gen_random_uuid(), 'ben@example.com', 6000, gen_random_uuid(), provider,
       gen_random_uuid()::text, 'authorized', clock_timestamp(), capture_before, clock_timestamp() + interval '1 hour'
     from authorizations where auction_id = $1 returning ${authorizationColumns}`,
    [auctionId],
  );
  const [ben] = rows;
  const wait = (sessions: number) =>
    expect
      .poll(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await db.query(waiting)).rowCount;
      })
      .toBe(sessions);
  let bidding: Promise<PlacedBid> | undefined;
  let reading: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    // The statement that writes the bid has read the number of changes, and waits.
    await tx.query('select from authorizations where authorization_id = $1 for update', [ben!.authorizationId]);
    bidding = recordBid(deps, { ...ben!, isRuled: false });
    await wait(1);
    reading = followEvent(deps, 'simulated', { kind: 'reversed', ...payment });
    await Promise.race([reading, wait(2)]);
  });
  expect(await bidding).toMatchObject({ outcome: 'placed' });
  await reading;
  expect(await feed(3)).toEqual(['2 bid_placed', '3 bid_placed', '4 payment_refunded']);
});

test('an event that a process of an earlier version writes gets the next number', async () => {
  await bid('ada', 5_000);
  const { rows } = await db.query<{ sequence: number }>(
    `insert into webhook_events (seller_id, event_type, auction_id, snapshot)
     select seller_id, 'auction_updated', auction_id, '{}' from auctions where auction_id = $1 returning sequence`,
    [stage.auction.auctionId],
  );
  expect(rows).toEqual([{ sequence: 3 }]);
  await bid('ben', 6_000);
  const latest = await db.query('select max(sequence) as latest from webhook_events where auction_id = $1', [
    stage.auction.auctionId,
  ]);
  expect(latest.rows).toEqual([{ latest: 4 }]);
});

test('GraphQL types the payload of each event', async () => {
  await bid('ada', 5_000);
  await bid('ben', 6_000, 'capture_declined');
  await stage.settle();
  await followUpEvents(deps);
  await feed(7);
  const query = `{ events { eventType createdAt payload {
    __typename
    ... on AuctionSnapshot { title status updatedAt }
    ... on BidSnapshot { bidderId bidValueInCents isWinningBid placedAt }
    ... on CompletedAuction { winningBid { bidderId isWinningBid } }
    ... on WonBid { winnerReference }
    ... on FailedBid { reason }
  } } }`;
  const { errors, data } = (await stage.seller.graphql(query)).body;
  expect(errors).toBeUndefined();
  const payloadOf = (type: string) => data.events.find(({ eventType }: any) => eventType === type).payload;
  expect(payloadOf('auction_completed')).toEqual({
    __typename: 'CompletedAuction',
    title: expect.any(String),
    status: 'completed',
    updatedAt: data.events.find(({ eventType }: any) => eventType === 'auction_completed').createdAt,
    winningBid: { bidderId: 'ada@example.com', isWinningBid: true },
  });
  expect(payloadOf('bid_won')).toMatchObject({
    __typename: 'WonBid',
    bidderId: 'ada@example.com',
    bidValueInCents: 5_000,
    placedAt: expect.stringMatching(/\.\d{3}\+00:00$/),
    winnerReference: expect.any(String),
  });
  expect(payloadOf('capture_failed')).toMatchObject({ __typename: 'FailedBid', reason: 'CARD_DECLINED' });
  expect(payloadOf('first_bid_placed')).toMatchObject({ __typename: 'LinkedBid' });
});
