import { expect, test } from 'vitest';
import { startsTooSoon } from '../../src/auctions/auction-faults.ts';
import { sharedService } from '../support/service.ts';
import { doors, expectRefused } from './doors.ts';

// A bidding period starts at least a minute ahead: both sides of the edge, to the microsecond.

const service = await sharedService();

test.each([
  ['59.999999 seconds', true],
  ['60 seconds', false],
  ['60.000001 seconds', false],
])('%s ahead is too soon: %s', async (ahead, expected) => {
  const { rows } = await service.db.query<{ isTooSoon: boolean }>(
    `select ${startsTooSoon('now + $1::interval', 'now')} as "isTooSoon"
     from (select timestamptz '2026-11-21T05:11:38.287654Z' as now) clock`,
    [ahead],
  );
  expect(rows[0]!.isTooSoon).toBe(expected);
});

test.each(doors)('a refusal of a start near the edge always lists its fault, by $name', async (door) => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { startsInSeconds: 3_600 });
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await service.db.query<{ start: number }>(
      'select ceil(extract(epoch from clock_timestamp()))::float8 + 60 as start',
    );
    // The next whole second less a minute is the edge: requests are processed on both sides of it.
    const biddingPeriod = { startTimestamp: rows[0]!.start, endTimestamp: rows[0]!.start + 3_600 };
    const outcomes = await Promise.all([
      door.createAuction(seller, { title: 'A walnut desk', biddingPeriod }),
      door.updateAuction(seller, auctionId, { biddingPeriod }),
    ]);
    for (const outcome of outcomes) {
      if (outcome.refused === undefined) continue;
      expectRefused(outcome, 'invalid_request', ['/biddingPeriod/startTimestamp start_too_soon']);
    }
    await service.db.query('select pg_sleep(0.05)');
  }
});

test.each(doors)('a start beyond the range of instants is too soon like any other, by $name', async (door) => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { startsInSeconds: 3_600 });
  const startTimestamp = -9_000_000_000_000_000;
  const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + 3_600 };
  const fault = ['/biddingPeriod/startTimestamp start_too_soon'];
  expectRefused(await door.createAuction(seller, { title: 'A walnut desk', biddingPeriod }), 'invalid_request', fault);
  expectRefused(await door.updateAuction(seller, auctionId, { biddingPeriod }), 'invalid_request', fault);
  expectRefused(await door.updateAuction(seller, auctionId, { title: 'ab', biddingPeriod }), 'invalid_request', [
    ...fault,
    '/title too_short',
  ]);
});

test('the fault says where the clock stands and the smallest start', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { startsInSeconds: 100 * 3_600 });
  await seller.mutate('advanceTestClock', { bySeconds: 90000 });
  const startTimestamp = Math.floor(Date.now() / 1000) + 120;
  const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + 3_600 };
  for (const { body } of [
    await seller.post('/v1/auctions', { title: 'A walnut desk', biddingPeriod }),
    await seller.post('/v1/auctions', { title: 'ab', biddingPeriod }),
    await seller.patch(`/v1/auctions/${auctionId}`, { biddingPeriod }),
  ]) {
    const fault = body.errors.find(({ code }: { code: string }) => code === 'start_too_soon');
    const [, now, smallest] = /your test clock stands at (\S+), so that the smallest startTimestamp is (\d+)\./.exec(
      fault.detail,
    )!;
    expect(Date.parse(now!)).toBeGreaterThan(Date.now() + 89_000_000);
    expect(Number(smallest)).toBe(Math.ceil(Date.parse(now!) / 1000) + 60);
    const later = { startTimestamp: Number(smallest) + 60, endTimestamp: Number(smallest) + 3_660 };
    expect((await seller.post('/v1/auctions', { title: 'A walnut desk', biddingPeriod: later })).status).toBe(201);
  }
});
