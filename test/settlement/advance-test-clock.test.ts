import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

const day = 86_400;

describe('a test seller plays an auction through', () => {
  let stage: AuctionStage;
  beforeEach(async () => {
    stage = await setAuctionStage();
  });
  afterEach(async () => {
    await stage[Symbol.asyncDispose]();
  });

  const advance = (args: string) =>
    stage.seller.graphql(
      `mutation { advanceTestClock(input: { ${args} }) { clock { now } errors { code fault message path } } }`,
    );

  test('past its end: it is settled in the same call', async () => {
    await stage.bid(5_000);
    const winner = await stage.bid(6_000);
    const before = Date.now();
    const { body } = await advance(`bySeconds: ${2 * day}`);
    expect(Date.parse(body.data.advanceTestClock.now) - before).toBeGreaterThanOrEqual(2 * day * 1000);
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
    expect(await stage.states()).toEqual({ captured: 1, released: 1 });
    expect(await stage.disagreements()).toEqual([]);
  });

  test('a lapse: a hold of one minute is not waited for', async () => {
    const backup = await stage.bid(5_000);
    await stage.bid(6_000, 'lapses_early');
    await advance(`bySeconds: ${day}`);
    const result = await stage.result();
    // A hold past its time cannot pay: it is not asked.
    expect(result).toMatchObject({ outcome: 'SOLD', winner: backup, attempts: [`${backup} captured`] });
    expect(await stage.disagreements()).toEqual([]);
  });

  test('time of another seller does not move', async () => {
    const other = await stage.service.seller();
    await advance(`bySeconds: ${day}`);
    const { body } = await other.graphql('{ clock { now } }');
    expect(Math.abs(Date.parse(body.data.clock.now) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    ['backwards', 'toTimestamp: 1000000000', 'too_small'],
    ['backwards by seconds', 'bySeconds: -1', 'too_small'],
    ['too far', 'bySeconds: 40000000', 'too_large'],
    ['too far ahead', 'toTimestamp: 40000000000', 'too_large'],
  ])('%s is refused', async (_, args, code) => {
    const { body } = await stage.seller.graphql(
      `mutation { advanceTestClock(input: { ${args} }) { clock { now } errors { code fault message path } } }`,
    );
    expect(body.errors[0].extensions).toMatchObject({ code: 'invalid_request', errors: [{ code }] });
  });
});

describe('an auction with a soft close', () => {
  const softClose = { windowSeconds: 120, maximumSeconds: 3_600 };
  const staged = (endsInSeconds: number) => setAuctionStage({ softClose, endsInSeconds });
  const advance = async ({ seller }: AuctionStage, args: string) => {
    const { body } = await seller.graphql(
      `mutation { advanceTestClock(input: { ${args} }) { clock { now } errors { code fault message path } } }`,
    );
    return Date.parse(body.data.advanceTestClock.now);
  };
  const endOf = async ({ seller, auction }: AuctionStage) => {
    const { body } = await seller.get(`/v1/auctions/${auction.auctionId}`);
    return Date.parse(body.auction.biddingPeriodEndsAt);
  };
  const pastScheduledEnd = ({ auction: { biddingPeriodEndsAt } }: AuctionStage) =>
    `toTimestamp: ${Math.ceil(biddingPeriodEndsAt.getTime() / 1_000)}`;

  test('is settled by a clock past its scheduled end if no bid has moved the end', async () => {
    await using stage = await staged(600);
    const winner = await stage.bid(5_000);
    await advance(stage, pastScheduledEnd(stage));
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
  });

  test('stays open past its scheduled end if a bid has moved the end, and is settled past the new one', async () => {
    await using stage = await staged(600);
    await stage.bid(5_000);
    // The bid is placed at the seller's instant, a minute before the end.
    await advance(stage, 'bySeconds: 540');
    const winner = await stage.bid(6_000);
    const end = await endOf(stage);
    expect(end).toBeGreaterThan(stage.auction.biddingPeriodEndsAt.getTime());
    await advance(stage, pastScheduledEnd(stage));
    expect(await stage.result()).toMatchObject({ phase: 'OPEN', attempts: [] });
    expect(await endOf(stage)).toBe(end);
    const now = await advance(stage, `untilAuction: { auctionId: "${stage.auction.auctionId}", phase: FINAL }`);
    expect(now).toBeGreaterThanOrEqual(end);
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
    expect(await stage.disagreements()).toEqual([]);
  });
});

describe('holds that would lapse', () => {
  test('the first minute of a 7-day auction is capturable at its end, as its hold is renewed', async () => {
    await using stage = await setAuctionStage();
    await stage.service.db.query(
      `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days' where auction_id = $1`,
      [stage.auction.auctionId],
    );
    const bid = await stage.bid(5_000);
    await stage.seller.mutate('advanceTestClock', { bySeconds: 6 * day + 3_600 });
    expect(await stage.states()).toEqual({ authorized: 1, released: 1 });
    await stage.seller.mutate('advanceTestClock', { bySeconds: 2 * day });
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: bid });
    expect(await stage.disagreements()).toEqual([]);
  });

  test('a renewal that needs the bidder leaves the old hold, which settlement tries', async () => {
    await using stage = await setAuctionStage();
    await stage.service.db.query(
      `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days' where auction_id = $1`,
      [stage.auction.auctionId],
    );
    const bid = await stage.bid(5_000, 'renewal_declined');
    await stage.seller.mutate('advanceTestClock', { bySeconds: 6 * day + 3_600 });
    expect(await stage.states()).toEqual({ authorized: 1, failed: 1 });
    await stage.seller.graphql(
      `mutation { advanceTestClock(input: { bySeconds: ${day} }) { clock { now } errors { code fault message path } } }`,
    );
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: bid });
    expect(await stage.disagreements()).toEqual([]);
  });
});

test('an advance touches nothing that is due at other sellers', async () => {
  await using stage = await setAuctionStage();
  const other = await setAuctionStage({}, stage.service);
  await other.bid(5_000);
  await other.bid(9_000, 'capture_5xx');
  await other.end();
  await stage.bid(7_000);
  const { pool } = stage.service.db;
  const dueElsewhere = async () => {
    const { rows } = await pool.query(
      `select state, attempt, next_attempt_at from authorizations where auction_id = $1 order by authorization_id`,
      [other.auction.auctionId],
    );
    return rows;
  };
  await pool.query(
    `update authorizations set state = 'releasing', next_attempt_at = clock_timestamp() where auction_id = $1 and value_in_cents = 5000 returning pg_sleep(0.001)`,
    [other.auction.auctionId],
  );
  const before = await dueElsewhere();
  await stage.seller.mutate('advanceTestClock', { bySeconds: 2 * day });
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD' });
  expect(await dueElsewhere()).toEqual(before);
  expect(await other.result()).toMatchObject({ phase: 'SETTLING' });
});

test('an auction ends by its seller’s clock, also where nobody advances it at that moment', async () => {
  await using stage = await setAuctionStage();
  const { db } = stage.service;
  const winner = await stage.bid(5_000);
  await stage.work();
  expect(await stage.result()).toMatchObject({ phase: 'OPEN' });
  await db.query(`update sellers set clock_offset_ms = 7200000 where seller_id = $1`, [stage.seller.sellerId]);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
});
