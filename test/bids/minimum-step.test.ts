import { expect, test } from 'vitest';
import { nextBidAbove } from '../../src/auctions/bid-steps.ts';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { aBidder, cards, readable } from '../page/bidder.ts';
import { compareBooks } from '../providers/compare-books.ts';
import type { Answer } from '../support/answer.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, ongoing, upcoming } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;
const seller = await service.seller();

const bidSteps = [
  { fromInCents: 0, stepInCents: 100 },
  { fromInCents: 5_000, stepInCents: 500 },
  { fromInCents: 10_000, stepInCents: 1_000 },
];
const anAuction = (options: AuctionOptions = {}) =>
  service.auction(seller, { ...ongoing, bidSteps, minimumBidValueInCents: 700, ...options });

test.each([
  [null, 700],
  [0, 700],
  [600, 700],
  [601, 701],
  [4_999, 5_099],
  [5_000, 5_500],
  [5_001, 5_501],
  [9_999, 10_499],
  [10_000, 11_000],
  [10_001, 11_001],
  [49_999_999, 50_000_999],
])('above %s cents the next bid is at least %s cents', async (leading, next) => {
  const { rows } = await db.query(
    `select ${nextBidAbove('top')} as next from (select $1::int as top, 700 as minimum_bid_value_in_cents, $2::jsonb as bid_steps) auctions`,
    [leading, JSON.stringify(bidSteps)],
  );
  expect(rows).toEqual([{ next }]);
});

const bid = (auctionId: string, valueInCents: number, card = 'visa') =>
  placeBid(deps, bidRequest(auctionId, { valueInCents, cardToken: `simulated_card_${card}` }));

const nextOf = async (auctionId: string) =>
  (await seller.graphql(`{ auction(auctionId: "${auctionId}") { nextBidInCents } }`)).body.data.auction.nextBidInCents;

test('each border is held to the cent, and a refused bid holds nothing', async () => {
  const { auctionId } = await anAuction();
  expect(await nextOf(auctionId)).toBe(700);
  for (const [value, next] of [
    [700, 800],
    [800, 900],
    [5_000, 5_500],
    [5_500, 6_000],
    [10_000, 11_000],
  ] as const) {
    const least = await nextOf(auctionId);
    const refused = await bid(auctionId, least - 1);
    const code = least === 700 ? 'below_minimum' : 'below_increment';
    expect(refused).toMatchObject({ outcome: 'refused', code });
    if (code === 'below_increment') expect(refused).toMatchObject({ nextBidInCents: least });
    expect(await bid(auctionId, value)).toMatchObject({ outcome: 'placed' });
    expect(await nextOf(auctionId)).toBe(next);
  }
  const { rows } = await db.query(
    `select distinct state::text from authorizations where auction_id = $1 and failure_code = 'below_increment'`,
    [auctionId],
  );
  expect(rows).toEqual([{ state: 'released' }]);
});

test('the auction takes the step of its own table, and one without the rule takes any amount', async () => {
  const plain = await service.auction(seller, ongoing);
  await bid(plain.auctionId, 1_000);
  expect(await bid(plain.auctionId, 1_001)).toMatchObject({ outcome: 'placed' });
  expect(await bid(plain.auctionId, 500)).toMatchObject({ outcome: 'placed' });
  expect(await nextOf(plain.auctionId)).toBe(0);
});

test('one of 200 equal bids at once stands, the others are released, and the books agree', async () => {
  const { auctionId } = await anAuction();
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => bid(auctionId, 6_000)));
  const codes = outcomes.map((placed) => (placed.outcome === 'refused' ? placed.code : placed.outcome));
  expect(codes.filter((code) => code === 'placed')).toHaveLength(1);
  expect(codes.filter((code) => code === 'below_increment')).toHaveLength(199);
  const { rows } = await db.query(
    `select state::text, count(*)::int from authorizations where auction_id = $1 group by state order by state`,
    [auctionId],
  );
  expect(rows).toEqual([
    { state: 'authorized', count: 1 },
    { state: 'released', count: 199 },
  ]);
  expect(await compareBooks(db)).toEqual([]);
});

test('rules that are committed after the start, by a change judged before it, decide about bids that did not read them', async () => {
  const owner = await service.seller();
  await insertEndpoint(db, owner);
  const { auctionId } = await service.auction(owner, { startsInSeconds: 3_600, status: 'upcoming' });
  let changing: Promise<Answer> | undefined;
  let bids: ReturnType<typeof bid>[] = [];
  await db.transaction(async (tx) => {
    // The change has been judged, and waits to record its event.
    await tx.query('select from webhook_endpoints where seller_id = $1 for update', [owner.sellerId]);
    changing = owner.mutate('updateAuctionRules', { auctionId, rules: { bidSteps } }, 'auction { auctionId }');
    await expect.poll(() => lockWaits(db)).toBe(1);
    await db.query('update sellers set clock_offset_ms = 3600000 where seller_id = $1', [owner.sellerId]);
    bids = [bid(auctionId, 6_000), bid(auctionId, 6_001)];
    await expect.poll(() => lockWaits(db)).toBe(2);
    await expect
      .poll(async () => (await db.query('select from authorizations where auction_id = $1', [auctionId])).rowCount)
      .toBe(2);
  });
  expect((await changing!).body.errors).toBeUndefined();
  const outcomes = (await Promise.all(bids)).map((placed) =>
    placed.outcome === 'refused' ? placed.code : placed.outcome,
  );
  expect(outcomes.toSorted()).toEqual(['below_increment', 'placed']);
  expect(await compareBooks(db)).toEqual([]);
});

test('a minimum that is raised above the step counts from then on', async () => {
  const { auctionId } = await anAuction();
  await bid(auctionId, 700);
  expect((await seller.patch(`/v1/auctions/${auctionId}`, { minimumBidValueInCents: 2_000 })).status).toBe(200);
  expect(await nextOf(auctionId)).toBe(2_000);
  expect(await bid(auctionId, 1_999)).toMatchObject({ code: 'below_minimum' });
  expect(await bid(auctionId, 2_000)).toMatchObject({ outcome: 'placed' });
});

test('a lapsed hold lowers the next bid, and the page says why', async () => {
  const auction = await anAuction();
  const { auctionId } = auction;
  await bid(auctionId, 1_000);
  await bid(auctionId, 6_000);
  const page = async () => readable((await aBidder(service, auction).open()).text).replaceAll(/\s+/g, ' ');
  expect(await page()).toContain('At least $65.00');
  expect(await page()).not.toContain('no longer counts');
  await db.query(
    `update authorizations set capture_before = clock_timestamp() - interval '1 s' where auction_id = $1 and value_in_cents = 6000`,
    [auctionId],
  );
  expect(await nextOf(auctionId)).toBe(1_100);
  expect(await page()).toMatch(
    /At least \$11\.00 ?\. The bid of \$60\.00 no longer counts, because its hold has ended\./,
  );
  expect(await bid(auctionId, 1_099)).toMatchObject({ code: 'below_increment', nextBidInCents: 1_100 });
  expect(await bid(auctionId, 1_100)).toMatchObject({ outcome: 'placed' });
});

test('the page offers amounts from the next bid on, a step or more apart, and refuses less before it asks for a card', async () => {
  const auction = await anAuction();
  await bid(auction.auctionId, 6_000);
  const bidder = aBidder(service, auction);
  const { text } = await bidder.open();
  const chips = [...text.matchAll(/data-amount="([\d.]+)"/g)].map(([, amount]) => Number(amount));
  expect(chips).toEqual([65, 75, 85]);
  const refused = await bidder.send({ amount: '64.99' });
  expect(refused.status).toBe(422);
  expect(readable(refused.text)).toContain('$65.00');
  const { rows } = await db.query(`select from authorizations where auction_id = $1`, [auction.auctionId]);
  expect(rows).toHaveLength(1);
});

test('if the next bid is more than a card can hold, the page says that no higher bid is possible', async () => {
  const top = 49_999_999;
  const auction = await anAuction({ bidSteps: [{ fromInCents: 0, stepInCents: top }] });
  const page = async () => readable((await aBidder(service, auction).open()).text);
  await bid(auction.auctionId, 700);
  expect(await page()).not.toContain('No higher bid is possible');
  await db.query(
    `update auctions set bid_steps = '[{"fromInCents": 0, "stepInCents": 2000000000}]' where auction_id = $1`,
    [auction.auctionId],
  );
  expect(await page()).toContain('No higher bid is possible');
});

test('a bidder whose bank answers too late reads that the bidding rose, and nothing is held', async () => {
  const auction = await anAuction();
  const { auctionId } = auction;
  const late = aBidder(service, auction);
  await late.bid({ amount: '50', cardNumber: cards.challenged });
  await bid(auctionId, 6_000);
  const { rows } = await db.query<{ id: string; secret: string }>(
    `select authorization_id as id, challenge_id as secret from authorizations join simulated_payments on reference = provider_reference
     where auction_id = $1 and state = 'challenged'`,
    [auctionId],
  );
  const { id, secret } = rows[0]!;
  await answerChallenge(deps, secret, 'pass');
  expect(await continueBid(deps, id)).toEqual({ outcome: 'refused', code: 'below_increment', nextBidInCents: 6_500 });
  expect(readable((await late.open()).text)).toContain(
    'While your bank answered, the bidding rose. The bid was not placed. Nothing is held for this bid.',
  );
  expect(await compareBooks(db)).toEqual([]);
});

test('an upcoming auction shows its first bid', async () => {
  const { auctionId } = await anAuction({ ...upcoming, endsInSeconds: 7_200, status: 'upcoming' });
  expect(await nextOf(auctionId)).toBe(700);
});
