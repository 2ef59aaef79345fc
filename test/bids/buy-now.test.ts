import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BidRequest } from '../../src/auctions/bids/begin-bid.ts';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { buyNowAbove } from '../../src/auctions/bids/judge-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { readAuthorization } from '../../src/payments/holds/find-authorization.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, ongoing } from '../support/insert-auction.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;
const seller = await service.seller();

const price = 9_000;
const anAuction = (options: AuctionOptions = {}) =>
  service.auction(seller, { ...ongoing, buyNowPriceInCents: price, minimumBidValueInCents: 700, ...options });

const bid = (auctionId: string, valueInCents: number, facts: Partial<BidRequest> = {}) =>
  placeBid(deps, bidRequest(auctionId, { valueInCents, ...facts }));
const buy = (auctionId: string, card = 'visa', valueInCents = price) =>
  bid(auctionId, valueInCents, { isPurchase: true, cardToken: `simulated_card_${card}` });

interface Case {
  price?: number | null;
  minimum?: number;
  status?: string;
  end?: number;
  boughtBy?: string | null;
  leading?: number | null;
}

test.each<[string, Case, number | null]>([
  ['while no bid leads', {}, 9_000],
  ['at the minimum', { minimum: 9_000 }, 9_000],
  ['a cent below the minimum', { minimum: 9_001 }, null],
  ['a millisecond before the end', { end: 1 }, 9_000],
  ['at the end', { end: 0 }, null],
  ['once a bid leads', { leading: 1 }, null],
  ['once somebody has bought', { boughtBy: randomUUID() }, null],
  ['once the auction is completed', { status: 'completed' }, null],
  ['without the rule', { price: null }, null],
])('%s, %o gives the price %s to buy now', async (_, facts, expected) => {
  const { price = 9_000, minimum = 0, status = 'ongoing', end = 60_000, boughtBy = null, leading = null } = facts;
  const { rows } = await db.query(
    `select ${buyNowAbove('highest', 'now')} as price from (select $1::int as buy_now_price_in_cents, $2::int as minimum_bid_value_in_cents,
       $3 as status, now() as now, now() + $4 * interval '1 ms' as bidding_period_ends_at, $5::uuid as purchase_bid_id, $6::int as highest) auctions`,
    [price, minimum, status, end, boughtBy, leading],
  );
  expect(rows).toEqual([{ price: expected }]);
});

/** What the seller reads of the auction. */
async function read(auctionId: string) {
  const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") {
    phase outcome soldBy buyNowInCents biddingPeriodEndsAt scheduledEndsAt latestEndsAt extensionCount
    rules { buyNowPriceInCents } winningBid { bidId } bids(first: 1) { edges { node { placedAt } } } } }`);
  return body.data.auction;
}

const holdsOf = async (auctionId: string) =>
  (
    await db.query<{ state: string; code: string | null }>(
      `select state::text, failure_code as code from authorizations where auction_id = $1 order by created_at, authorization_id`,
      [auctionId],
    )
  ).rows;

async function settle(): Promise<void> {
  await settleDueAuctions(deps);
  await finishAuthorizations(deps);
}

test('a purchase in the first minute ends the auction a millisecond after it, and its card is charged', async () => {
  const auction = await anAuction({ startsInSeconds: -1, endsInSeconds: 7_200 });
  const { auctionId } = auction;
  expect(await read(auctionId)).toMatchObject({
    buyNowInCents: price,
    soldBy: null,
    rules: { buyNowPriceInCents: price },
  });
  const placed = await buy(auctionId);
  if (placed.outcome !== 'placed') throw new Error(JSON.stringify(placed));
  const ended = await read(auctionId);
  const placedAt = Date.parse(ended.bids.edges[0].node.placedAt);
  expect(ended).toMatchObject({ buyNowInCents: null, soldBy: null, extensionCount: 0 });
  expect(Date.parse(ended.biddingPeriodEndsAt)).toBe(placedAt + 1);
  expect(ended.latestEndsAt).toBe(ended.biddingPeriodEndsAt);
  expect(Date.parse(ended.scheduledEndsAt)).toBe(auction.biddingPeriodEndsAt.getTime());
  expect(service.armed).toContainEqual({ kind: 'close', auctionId, dueAt: new Date(placedAt + 1) });
  await db.query('select pg_sleep(0.002)');
  await settle();
  expect(await read(auctionId)).toMatchObject({
    outcome: 'SOLD',
    soldBy: 'BUY_NOW',
    winningBid: { bidId: placed.bidId },
  });
  expect(await compareBooks(db)).toEqual([]);
});

test('a bid of exactly the price is an ordinary bid unless it is sent as a purchase', async () => {
  const auction = await anAuction();
  expect(await bid(auction.auctionId, price)).toMatchObject({ outcome: 'placed' });
  expect(await read(auction.auctionId)).toMatchObject({ phase: 'OPEN', buyNowInCents: null });
  expect((await bid(auction.auctionId, price + 1)).outcome).toBe('placed');
});

test('a purchase after a bid is refused, and its hold released at once', async () => {
  const { auctionId } = await anAuction();
  await bid(auctionId, 700);
  expect(await buy(auctionId)).toMatchObject({ outcome: 'refused', code: 'buy_now_gone' });
  expect(await holdsOf(auctionId)).toEqual([
    { state: 'authorized', code: null },
    { state: 'released', code: 'buy_now_gone' },
  ]);
  expect(await read(auctionId)).toMatchObject({ phase: 'OPEN' });
});

const acts = {
  purchase: (auctionId: string) => buy(auctionId),
  bid: (auctionId: string) => bid(auctionId, 20_000),
  cancellation: (auctionId: string) => seller.delete(`/v1/auctions/${auctionId}`),
};

test.each([
  [
    ['purchase', 'bid', 'cancellation'],
    ['placed', 'auction_ended', 200],
  ],
  [
    ['purchase', 'cancellation', 'bid'],
    ['placed', 200, 'auction_cancelled'],
  ],
  [
    ['bid', 'purchase', 'cancellation'],
    ['placed', 'buy_now_gone', 200],
  ],
  [
    ['bid', 'cancellation', 'purchase'],
    ['placed', 200, 'auction_cancelled'],
  ],
  [
    ['cancellation', 'purchase', 'bid'],
    [200, 'auction_cancelled', 'auction_cancelled'],
  ],
  [
    ['cancellation', 'bid', 'purchase'],
    [200, 'auction_cancelled', 'auction_cancelled'],
  ],
] as const)('the acts %o get %o, and the cancellation charges nobody', async (order, expected) => {
  const { auctionId } = await anAuction();
  const answers: unknown[] = [];
  for (const act of order) {
    const answer = await acts[act](auctionId);
    answers.push('status' in answer ? answer.status : answer.outcome === 'refused' ? answer.code : answer.outcome);
  }
  expect(answers).toEqual(expected);
  await settle();
  expect(await read(auctionId)).toMatchObject({ outcome: 'CANCELLED', soldBy: null });
  expect((await holdsOf(auctionId)).filter(({ state }) => state !== 'released')).toEqual([]);
  expect(await compareBooks(db)).toEqual([]);
});

test.each([
  ['purchase', { outcome: 'placed' }, 'bid', { code: 'auction_ended' }],
  ['bid', { outcome: 'placed' }, 'purchase', { code: 'buy_now_gone' }],
  ['purchase', { outcome: 'placed' }, 'cancellation', { status: 200 }],
  ['cancellation', { status: 200 }, 'purchase', { code: 'auction_cancelled' }],
  ['purchase', { outcome: 'placed' }, 'purchase', { code: 'auction_ended' }],
] as const)('a %s that waits for the row gets %o, and then a %s gets %o', async (first, its, second, others) => {
  const { auctionId } = await anAuction();
  const answers: Promise<object>[] = [];
  await db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [auctionId]);
    answers.push(acts[first](auctionId));
    await expect.poll(() => lockWaits(db, '%for no key update%')).toBe(1);
    answers.push(acts[second](auctionId));
    // Bids of one process wait for each other in it. A cancellation that comes once the lock is free may overtake them.
    if (first === 'cancellation' || second === 'cancellation')
      await expect.poll(() => lockWaits(db, '%for no key update%')).toBe(2);
  });
  expect(await Promise.all(answers)).toMatchObject([its, others]);
  await settle();
  expect(await compareBooks(db)).toEqual([]);
});

test('one of 50 purchases at once stands, all others are released, and the books agree', async () => {
  const { auctionId } = await anAuction();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => buy(auctionId)));
  const codes = outcomes.map((placed) => (placed.outcome === 'refused' ? placed.code : placed.outcome)).toSorted();
  expect(codes).toEqual([...Array.from({ length: 49 }, () => 'auction_ended'), 'placed']);
  await settle();
  // A purchase that begins after the end asks for no hold.
  const states = (await holdsOf(auctionId)).map(({ state }) => state);
  expect(states.filter((state) => state !== 'released')).toEqual(['captured']);
  expect(await compareBooks(db)).toEqual([]);
});

test('a purchase whose bank asks its buyer is refused if a bid comes first', async () => {
  const { auctionId } = await anAuction();
  const challenged = await buy(auctionId, 'challenge_once');
  if (challenged.outcome !== 'challenged' || challenged.challenge.provider !== 'simulated')
    throw new Error('no challenge');
  expect(await read(auctionId)).toMatchObject({ phase: 'OPEN', buyNowInCents: price });
  await bid(auctionId, 700);
  await answerChallenge(deps, challenged.challenge.secret, 'pass');
  expect(await continueBid(deps, challenged.authorizationId!)).toMatchObject({
    outcome: 'refused',
    code: 'buy_now_gone',
  });
  expect(await compareBooks(db)).toEqual([]);
});

test('a purchase whose bank asks its buyer ends the auction if no bid comes first', async () => {
  const { auctionId } = await anAuction();
  const challenged = await buy(auctionId, 'challenge_once');
  if (challenged.outcome !== 'challenged' || challenged.challenge.provider !== 'simulated')
    throw new Error('no challenge');
  await answerChallenge(deps, challenged.challenge.secret, 'pass');
  await continueBid(deps, challenged.authorizationId!);
  await db.query('select pg_sleep(0.002)');
  await settle();
  expect(await read(auctionId)).toMatchObject({ outcome: 'SOLD', soldBy: 'BUY_NOW' });
});

test('a definite refusal of the capture leaves the auction unsold', async () => {
  const { auctionId } = await anAuction();
  expect(await buy(auctionId, 'capture_declined')).toMatchObject({ outcome: 'placed' });
  await db.query('select pg_sleep(0.002)');
  await settle();
  expect(await read(auctionId)).toMatchObject({ outcome: 'UNSOLD', soldBy: null, winningBid: null });
  expect((await holdsOf(auctionId)).map(({ state }) => state)).toEqual(['released']);
});

test('beside a soft close and a minimum step, a purchase ends the auction and extends nothing', async () => {
  const { auctionId } = await anAuction({
    endsInSeconds: 60,
    softClose: { windowSeconds: 120, maximumSeconds: 3_600 },
    bidSteps: [{ fromInCents: 0, stepInCents: 100 }],
  });
  await buy(auctionId);
  const { bids, ...ended } = await read(auctionId);
  expect(Date.parse(ended.biddingPeriodEndsAt)).toBe(Date.parse(bids.edges[0].node.placedAt) + 1);
  expect(ended).toMatchObject({ extensionCount: 0, latestEndsAt: ended.biddingPeriodEndsAt });
  const { rows } = await db.query(`select event_type::text as type from webhook_events where auction_id = $1`, [
    auctionId,
  ]);
  expect(rows).toEqual([{ type: 'bid_placed' }]);
});

test('the price comes back once the hold of the only bid has lapsed, and a later renewal of that hold is given back', async () => {
  const { auctionId } = await anAuction();
  const lapsed = await bid(auctionId, 20_000);
  if (lapsed.outcome !== 'placed') throw new Error(lapsed.outcome);
  const lapse = (capture: string) =>
    db.query(`update authorizations set capture_before = clock_timestamp() + $2::interval where bid_id = $1`, [
      lapsed.bidId,
      capture,
    ]);
  expect(await read(auctionId)).toMatchObject({ buyNowInCents: null });
  await lapse('-1 s');
  expect(await read(auctionId)).toMatchObject({ buyNowInCents: price });
  const bought = await buy(auctionId);
  if (bought.outcome !== 'placed') throw new Error(JSON.stringify(bought));
  await renewAuthorization(deps, await readAuthorization(db, lapsed.authorizationId!));
  await db.query('select pg_sleep(0.002)');
  await settle();
  expect(await read(auctionId)).toMatchObject({
    outcome: 'SOLD',
    soldBy: 'BUY_NOW',
    winningBid: { bidId: bought.bidId },
  });
});

test('a price that the minimum exceeds cannot be paid, and one that the seller has removed neither', async () => {
  const { auctionId } = await anAuction();
  expect((await seller.patch(`/v1/auctions/${auctionId}`, { minimumBidValueInCents: price + 1 })).status).toBe(200);
  expect(await read(auctionId)).toMatchObject({ buyNowInCents: null, rules: { buyNowPriceInCents: price } });
  expect(await buy(auctionId)).toMatchObject({ outcome: 'refused', code: 'below_minimum' });
  expect((await seller.patch(`/v1/auctions/${auctionId}`, { minimumBidValueInCents: price })).status).toBe(200);
  expect(await read(auctionId)).toMatchObject({ buyNowInCents: price });
  await seller.mutate('updateAuctionRules', { auctionId, rules: { buyNowPriceInCents: null } });
  expect(await buy(auctionId)).toMatchObject({ outcome: 'refused', code: 'buy_now_removed' });
  expect(await buy((await service.auction(seller, ongoing)).auctionId)).toMatchObject({
    outcome: 'refused',
    code: 'buy_now_removed',
  });
  expect(await buy((await anAuction()).auctionId, 'visa', price + 1)).toMatchObject({
    outcome: 'refused',
    code: 'buy_now_removed',
  });
});
