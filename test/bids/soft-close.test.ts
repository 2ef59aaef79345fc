import { expect, test } from 'vitest';
import { extendedEnd } from '../../src/auctions/bids/move-end.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { readAuthorization } from '../../src/payments/holds/find-authorization.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { underAuctionLock } from '../../src/platform/db/lock-auction.ts';
import { auctionExtensions } from '../../src/platform/metrics/metrics.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { bidRequest } from '../support/bid-request.ts';
import { endAuction } from '../support/end-auction.ts';
import { type AuctionOptions, ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, deps } = service;
const seller = await service.seller();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });

const day = 86_400_000;
const softClose = { windowSeconds: 120, maximumSeconds: 3_600 };

/** The instants are milliseconds after the scheduled end of an auction that began a day before, unless told. */
interface Case {
  placedAt: number;
  end?: number;
  startsAt?: number;
  windowSeconds?: number;
  maximumSeconds?: number;
}

test.each<[string, Case, number | null]>([
  ['a millisecond before the window', { placedAt: -120_001 }, null],
  ['at the first instant of the window', { placedAt: -120_000 }, null],
  ['a millisecond into the window', { placedAt: -119_999 }, 1],
  ['in the last millisecond', { placedAt: -1 }, 119_999],
  ['in an extension, before its window', { end: 60_000, placedAt: -60_001 }, null],
  ['in an extension, in its window', { end: 60_000, placedAt: -59_999 }, 60_001],
  ['so late that the new end is a millisecond before the limit', { end: 3_500_000, placedAt: 3_479_999 }, 3_599_999],
  ['so late that the new end is the limit', { end: 3_500_000, placedAt: 3_480_000 }, 3_600_000],
  ['so late that the limit cuts the new end off', { end: 3_500_000, placedAt: 3_480_001 }, 3_600_000],
  ['at the limit, where the end stays', { end: 3_600_000, placedAt: 3_599_999 }, null],
  ['a window as long as the maximum', { maximumSeconds: 120, placedAt: -1 }, 119_999],
  ['an auction that ends a millisecond before its seven days', { startsAt: 1 - 7 * day, placedAt: -1 }, 1],
  ['an auction of seven days, which is not extended', { startsAt: -7 * day, placedAt: -1 }, null],
])('a leading bid %s', async (_, { placedAt, end = 0, startsAt = -day, ...rule }, movedTo) => {
  const { windowSeconds, maximumSeconds } = { ...softClose, ...rule };
  const at = (milliseconds: number) => new Date(Date.UTC(2026, 11, 1) + milliseconds);
  const { rows } = await db.query<{ movedTo: Date | null }>(
    `select ${extendedEnd('placed_at')} as "movedTo" from (select
       $1::timestamptz as placed_at, $2::timestamptz as bidding_period_ends_at, $3::timestamptz as bidding_period_starts_at,
       $4::int as soft_close_window_seconds, $5::int as soft_close_maximum_seconds, $6::timestamptz as scheduled_ends_at, null as purchase_bid_id) auctions`,
    [at(placedAt), at(end), at(startsAt), windowSeconds, maximumSeconds, end === 0 ? null : at(0)],
  );
  expect(rows).toEqual([{ movedTo: movedTo === null ? null : at(movedTo) }]);
});

/** An auction that ends in some seconds. */
const ending = (endsInSeconds: number, options: AuctionOptions = {}) =>
  service.auction(seller, { ...ongoing, endsInSeconds, softClose, ...options });

const bid = (auctionId: string, valueInCents: number, facts: Partial<Parameters<typeof bidRequest>[1]> = {}) =>
  placeBid(deps, bidRequest(auctionId, { valueInCents, ...facts }));

async function placed(...args: Parameters<typeof bid>): Promise<{ bidId: string; placedAt: Date }> {
  const outcome = await bid(...args);
  if (outcome.outcome !== 'placed') throw new Error(JSON.stringify(outcome));
  const { rows } = await db.query<{ placedAt: Date }>(`select placed_at as "placedAt" from bids where bid_id = $1`, [
    outcome.bidId,
  ]);
  return { bidId: outcome.bidId, placedAt: rows[0]!.placedAt };
}

/** What the seller reads of the ends, in milliseconds. */
async function read(auctionId: string) {
  const { body } = await seller.graphql(
    `{ auction(auctionId: "${auctionId}") { phase biddingPeriodEndsAt scheduledEndsAt latestEndsAt extensionCount } }`,
  );
  const { phase, extensionCount, ...ends } = body.data.auction;
  const at = (name: string) => Date.parse(ends[name]);
  return {
    phase,
    extensionCount,
    end: at('biddingPeriodEndsAt'),
    scheduled: at('scheduledEndsAt'),
    latest: at('latestEndsAt'),
  };
}

const eventsOf = async (auctionId: string) =>
  (
    await db.query<{ type: string; end: string }>(
      `select event_type as type, snapshot ->> 'biddingPeriodEndsAt' as end from webhook_events
       where auction_id = $1 and event_type = 'auction_extended' order by event_id`,
      [auctionId],
    )
  ).rows;

const extensionsCounted = async () => (await auctionExtensions.get()).values[0]?.value ?? 0;

test('a leading bid in the window moves the end in its own transaction, with an event, an alarm and a count', async () => {
  const { auctionId, biddingPeriodEndsAt } = await ending(60);
  const counted = await extensionsCounted();
  const { placedAt } = await placed(auctionId, 1_000);
  const end = placedAt.getTime() + 120_000;
  expect(await read(auctionId)).toEqual({
    phase: 'OPEN',
    extensionCount: 1,
    end,
    scheduled: biddingPeriodEndsAt.getTime(),
    latest: biddingPeriodEndsAt.getTime() + 3_600_000,
  });
  // `/v1` shows the end that holds.
  const { body } = await seller.get(`/v1/auctions/${auctionId}`);
  expect(Date.parse(body.auction.biddingPeriodEndsAt)).toBe(end);
  const events = await eventsOf(auctionId);
  expect(events.map((event) => Date.parse(event.end))).toEqual([end]);
  expect(service.armed).toContainEqual({ kind: 'close', auctionId, dueAt: new Date(end) });
  expect(await extensionsCounted()).toBe(counted + 1);
});

test('a bid before the window extends nothing, and neither does one without the rule', async () => {
  const early = await ending(150);
  await placed(early.auctionId, 1_000);
  const plain = await service.auction(seller, { ...ongoing, endsInSeconds: 60 });
  await placed(plain.auctionId, 1_000);
  for (const { auctionId, biddingPeriodEndsAt } of [early, plain]) {
    expect(await read(auctionId)).toMatchObject({ end: biddingPeriodEndsAt.getTime(), extensionCount: 0 });
    expect(await eventsOf(auctionId)).toEqual([]);
  }
});

test('a bid that does not lead, an equal one and a refused one extend nothing; a raise by the same person does', async () => {
  const { auctionId } = await ending(150, { minimumBidValueInCents: 500 });
  await placed(auctionId, 1_000);
  await db.query(
    `update auctions set bidding_period_ends_at = clock_timestamp() + interval '60 s' where auction_id = $1`,
    [auctionId],
  );
  const { end } = await read(auctionId);
  await placed(auctionId, 900);
  await placed(auctionId, 1_000);
  for (const [value, card] of [
    [400, 'visa'],
    [2_000, 'declined'],
  ] as const)
    expect(await bid(auctionId, value, { cardToken: `simulated_card_${card}` })).toMatchObject({ outcome: 'refused' });
  expect(await bid(auctionId, 3_000, { cardToken: 'simulated_card_challenge_once' })).toMatchObject({
    outcome: 'challenged',
  });
  expect(await read(auctionId)).toMatchObject({ end, extensionCount: 0 });
  const leader = await placed(auctionId, 1_100, { bidderId: 'ann@example.com', email: 'ann@example.com' });
  expect(await read(auctionId)).toMatchObject({ end: leader.placedAt.getTime() + 120_000, extensionCount: 1 });
  await db.query('select pg_sleep(0.002)');
  const raise = await placed(auctionId, 1_200, { bidderId: 'ann@example.com', email: 'ann@example.com' });
  expect(await read(auctionId)).toMatchObject({ end: raise.placedAt.getTime() + 120_000, extensionCount: 2 });
});

test('a renewal, an answer that is not clear and a void extend nothing', async () => {
  const { auctionId } = await ending(60);
  await placed(auctionId, 1_000);
  const leader = await bid(auctionId, 2_000);
  if (leader.outcome !== 'placed') throw new Error(JSON.stringify(leader));
  const { end } = await read(auctionId);
  await renewAuthorization(deps, await readAuthorization(db, leader.authorizationId!));
  const unclear = await bid(auctionId, 3_000, { cardToken: 'simulated_card_authorize_5xx' });
  expect(unclear).toMatchObject({ outcome: 'refused', code: 'provider_unavailable' });
  const { body } = await admin.graphql(
    `mutation { voidBid(input: { bidId: "${leader.bidId}", reason: "A slip", confirm: true }) { errors { code } } }`,
  );
  expect(body.errors).toBeUndefined();
  expect(await read(auctionId)).toMatchObject({ end, extensionCount: 2 });
});

test('a bid above a lapsed hold leads, and extends', async () => {
  const { auctionId } = await ending(60);
  const high = await placed(auctionId, 5_000);
  await db.query(`update authorizations set capture_before = clock_timestamp() - interval '1 s' where bid_id = $1`, [
    high.bidId,
  ]);
  await placed(auctionId, 1_000);
  expect(await read(auctionId)).toMatchObject({ extensionCount: 2 });
});

test('no bid moves the end past its limit', async () => {
  const { auctionId } = await ending(20, { softClose: { windowSeconds: 30, maximumSeconds: 30 } });
  await placed(auctionId, 1_000);
  await db.query(
    `update auctions set scheduled_ends_at = clock_timestamp() - interval '20 s',
       bidding_period_ends_at = clock_timestamp() + interval '5 s' where auction_id = $1`,
    [auctionId],
  );
  await placed(auctionId, 2_000);
  const { end, latest } = await read(auctionId);
  expect(end).toBe(latest);
  await placed(auctionId, 3_000);
  expect(await read(auctionId)).toMatchObject({ end: latest, extensionCount: 2 });
});

test('an auction that was extended settles after its new end, and not after its old one', async () => {
  const { auctionId } = await ending(60);
  const { bidId } = await placed(auctionId, 1_000);
  await db.query(`update auctions set scheduled_ends_at = clock_timestamp() - interval '1 ms' where auction_id = $1`, [
    auctionId,
  ]);
  await settleDueAuctions(deps);
  expect(await read(auctionId)).toMatchObject({ phase: 'OPEN' });
  await endAuction(db, auctionId);
  await settleDueAuctions(deps);
  const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") { outcome winningBid { bidId } } }`);
  expect(body.data.auction).toEqual({ outcome: 'SOLD', winningBid: { bidId } });
});

test('each of many bids across the end was placed before the end that held, and only leaders moved it', async () => {
  const { auctionId } = await ending(600, { softClose: { windowSeconds: 900, maximumSeconds: 900 } });
  const values = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 10_000 + at * 10 : 1_000 + at));
  const bids = values.map((value) => bid(auctionId, value));
  // The end comes while most of them wait for the row.
  await Promise.race(bids);
  // PostgreSQL would compute the end before it waits for the row.
  await underAuctionLock(db, auctionId, [
    {
      text: `update auctions set bidding_period_ends_at = clock_timestamp() + interval '2 ms' where auction_id = $1`,
      values: [auctionId],
    },
  ]);
  const outcomes = await Promise.all(bids);
  for (const placed of outcomes) {
    if (placed.outcome !== 'placed') expect(placed).toMatchObject({ outcome: 'refused', code: 'auction_ended' });
  }
  const { rows } = await db.query<{ late: number; leaders: number; count: number }>(
    `select count(*) filter (where placed_at >= bidding_period_ends_at)::int as late,
       (select count(*)::int from (
         select bid_value_in_cents > max(bid_value_in_cents) over (order by placed_at, bid_id rows between unbounded preceding and 1 preceding) as leads
         from bids where auction_id = $1) ranked where leads is not false) as leaders,
       max(extension_count) as count
     from bids join auctions using (auction_id) where auction_id = $1`,
    [auctionId],
  );
  expect(rows[0]!.late).toBe(0);
  // A leader at the limit moves nothing.
  expect(rows[0]!.count).toBeGreaterThan(0);
  expect(rows[0]!.count).toBeLessThanOrEqual(rows[0]!.leaders);
  const { end, latest } = await read(auctionId);
  expect(end).toBeLessThanOrEqual(latest);
});

test('a renewal is planned from the latest end', async () => {
  const lasting = { startsInSeconds: -60, endsInSeconds: 5.5 * 86_400 };
  const maximumSeconds = 86_400;
  const isLookedAt = async (options: AuctionOptions) => {
    const { auctionId } = await service.auction(seller, { ...ongoing, ...lasting, ...options });
    const { bidId } = await placed(auctionId, 1_000);
    const { rows } = await db.query<{ isLookedAt: boolean }>(
      `select next_attempt_at is not null as "isLookedAt" from authorizations where bid_id = $1`,
      [bidId],
    );
    return rows[0]!.isLookedAt;
  };
  // The hold lasts seven days: a day longer than the end needs, and half a day less than the latest end.
  expect(await isLookedAt({})).toBe(false);
  expect(await isLookedAt({ softClose: { windowSeconds: 120, maximumSeconds: 3_600 } })).toBe(false);
  expect(await isLookedAt({ softClose: { windowSeconds: 120, maximumSeconds } })).toBe(true);
});
