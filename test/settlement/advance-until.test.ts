import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';

const service = await sharedService();

test('the clock moves to the start of an auction, then to its end, and then refuses', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { startsInSeconds: 3_600 });
  const advance = () => seller.mutate('advanceTestClock', { untilAuction: { auctionId } }, 'clock { now }');
  const read = async () => (await seller.get(`/v1/auctions/${auctionId}`)).body.auction;
  const { biddingPeriodStartsAt, biddingPeriodEndsAt } = await read();

  const started = (await advance()).body.data.advanceTestClock.now;
  expect((await read()).status).toBe('ongoing');
  expect(Date.parse(started)).toBeGreaterThanOrEqual(Date.parse(biddingPeriodStartsAt));
  expect(Date.parse(started)).toBeLessThan(Date.parse(biddingPeriodEndsAt));

  const ended = (await advance()).body.data.advanceTestClock.now;
  expect((await read()).status).toBe('completed');
  expect(Date.parse(ended)).toBeGreaterThanOrEqual(Date.parse(biddingPeriodEndsAt));

  expect((await advance()).body.errors[0].extensions.code).toBe('auction_completed');
});

test("another seller's auction is not found, a live seller has no test clock, and only one argument is taken", async () => {
  const seller = await service.seller();
  const live = await service.seller({ mode: 'live' });
  const { auctionId } = await service.auction(await service.seller(), { startsInSeconds: 3_600 });
  const codeOf = async (by: typeof seller, args: string) =>
    (
      await by.graphql(
        `mutation { advanceTestClock(input: { ${args} }) { clock { now } errors { code fault message path } } }`,
      )
    ).body.errors[0].extensions.code;
  expect(await codeOf(seller, `untilAuction: { auctionId: "${auctionId}" }`)).toBe('auction_not_found');
  expect(await codeOf(seller, `untilAuction: { auctionId: "${randomUUID()}" }`)).toBe('auction_not_found');
  expect(await codeOf(live, `untilAuction: { auctionId: "${auctionId}" }`)).toBe('test_mode_only');
  expect(await codeOf(seller, `untilAuction: { auctionId: "${auctionId}" }, bySeconds: 1`)).toBe('invalid_request');
});

test('a phase skips the start, and an instant that has passed moves nothing', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { startsInSeconds: 3_600 });
  const advance = async (phase: string) =>
    (
      await seller.graphql(
        `mutation { advanceTestClock(input: { untilAuction: { auctionId: "${auctionId}", phase: ${phase} } }) { clock { now } errors { code fault message path } } }`,
      )
    ).body;
  const phaseNow = async () =>
    (await seller.graphql(`{ auction(auctionId: "${auctionId}") { phase } }`)).body.data.auction.phase;

  await advance('OPEN');
  expect(await phaseNow()).toBe('OPEN');
  await advance('OPEN');
  expect(await phaseNow()).toBe('OPEN');
  await advance('FINAL');
  expect(await phaseNow()).toBe('FINAL');

  const { auctionId: other } = await service.auction(seller, { startsInSeconds: 3_600 });
  const ended = await seller.mutate(
    'advanceTestClock',
    { untilAuction: { auctionId: other, phase: 'FINAL' } },
    'clock { now }',
  );
  expect(ended.body.errors).toBeUndefined();
  expect((await seller.get(`/v1/auctions/${other}`)).body.auction.status).toBe('completed');
});

test.each(['UPCOMING', 'SETTLING'])('no clock moves to the phase %s', async (phase) => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { startsInSeconds: 3_600 });
  const { errors } = (
    await seller.graphql(
      `mutation { advanceTestClock(input: { untilAuction: { auctionId: "${auctionId}", phase: ${phase} } }) { clock { now } errors { code fault message path } } }`,
    )
  ).body;
  expect(errors[0].extensions.errors).toMatchObject([{ pointer: '/phase', code: 'invalid_value' }]);
});
