import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { cancelled, ongoing, settling, sold, unsold, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { doors, expectRefused, payloadOf } from './doors.ts';
import { databaseSeconds, day, hour, soundPeriod } from './periods.ts';

const service = await sharedService();
const seller = await service.seller();

const lasting = (seconds: number) => ({ biddingPeriod: soundPeriod({ seconds }) });

describe.each(doors)('update an auction by $name', (door) => {
  const update = (auctionId: string, fields: object) => door.updateAuction(seller, auctionId, fields);
  const read = async (auctionId: string) => {
    const { bids: _, ...auction } = payloadOf(await door.auction(seller, auctionId)).auction;
    return auction;
  };

  test('upcoming: every field may be changed', async () => {
    const { auctionId } = await service.auction(seller, { ...upcoming, minimumBidValueInCents: 700 });
    const before = await read(auctionId);
    const { auction } = payloadOf(
      await update(auctionId, {
        title: 'A walnut desk, restored',
        minimumBidValueInCents: 900,
        type: 'asynchronous',
        biddingPeriod: { startTimestamp: 4_102_444_800, endTimestamp: 4_102_448_400 },
      }),
    );
    expect(auction).toEqual({
      ...before,
      title: 'A walnut desk, restored',
      minimumBidValueInCents: 900,
      biddingPeriodStartsAt: '2100-01-01T00:00:00.000+00:00',
      biddingPeriodEndsAt: '2100-01-01T01:00:00.000+00:00',
    });
    expect(await read(auctionId)).toEqual(auction);
  });

  test.each([
    ['title', { title: 'Another title' }],
    ['minimumBidValueInCents', { minimumBidValueInCents: 0 }],
  ])('upcoming and ongoing: %s alone may be changed, the rest stays', async (_, fields) => {
    for (const state of [upcoming, ongoing]) {
      const { auctionId } = await service.auction(seller, { ...state, minimumBidValueInCents: 700 });
      const before = await read(auctionId);
      expect(payloadOf(await update(auctionId, fields)).auction).toEqual({ ...before, ...fields });
      expect(await read(auctionId)).toEqual({ ...before, ...fields });
    }
  });

  test.each([
    ['upcoming', upcoming],
    ['ongoing', ongoing],
    ['ended and not yet settled', settling],
  ])('%s: an empty update answers with the auction as it is', async (_, state) => {
    const { auctionId } = await service.auction(seller, { ...state, minimumBidValueInCents: 700 });
    const before = await read(auctionId);
    expect(payloadOf(await update(auctionId, {})).auction).toEqual(before);
    expect(await read(auctionId)).toEqual(before);
  });

  test.each([
    ['biddingPeriod', { biddingPeriod: soundPeriod() }, ['/biddingPeriod']],
    ['a different type', { type: 'repeated' }, ['/type']],
    ['both', { biddingPeriod: soundPeriod(), type: 'repeated' }, ['/biddingPeriod', '/type']],
  ])('ongoing: %s is locked, and nothing else of the update is done', async (_, fields, pointers) => {
    const { auctionId } = await service.auction(seller, ongoing);
    const before = await read(auctionId);
    expectRefused(
      await update(auctionId, { title: 'Another title', minimumBidValueInCents: 5, ...fields }),
      'field_locked',
      pointers.map((pointer) => `${pointer} field_locked`),
    );
    expect(await read(auctionId)).toEqual(before);
  });

  test('ongoing: by the clock, whatever a worker has turned', async () => {
    const { auctionId } = await service.auction(seller, { ...ongoing, status: 'upcoming' });
    expectRefused(await update(auctionId, { biddingPeriod: soundPeriod() }), 'field_locked', [
      '/biddingPeriod field_locked',
    ]);
  });

  test('ongoing: the same type changes nothing and is no fault', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    const before = await read(auctionId);
    expect(payloadOf(await update(auctionId, { type: 'asynchronous' })).auction).toEqual(before);
  });

  test('upcoming: type repeated is reserved', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    expectRefused(await update(auctionId, { type: 'repeated' }), 'invalid_request', ['/type unsupported_type']);
  });

  test('ongoing: a locked type beside another fault is one of the faults', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    expectRefused(await update(auctionId, { type: 'repeated', title: 'ab' }), 'invalid_request', [
      '/title too_short',
      '/type unsupported_type',
    ]);
  });

  test.each([
    ['sold', sold],
    ['unsold', unsold],
    ['cancelled', cancelled],
  ] as const)('completed (%s): any update is refused', async (_, state) => {
    for (const fields of [{ title: 'Another title' }, {}, { biddingPeriod: soundPeriod() }]) {
      const { auctionId } = await service.auction(seller, state);
      const before = await read(auctionId);
      expectRefused(await update(auctionId, fields), 'auction_completed');
      expect(await read(auctionId)).toEqual(before);
    }
  });

  test.each([
    ['title of 2', { title: 'ab' }, '/title too_short'],
    ['title of 151', { title: '🪑'.repeat(151) }, '/title too_long'],
    ['blank title', { title: '   ' }, '/title blank'],
    ['title with a control character', { title: 'ab\u0000c' }, '/title control_character'],
    ['minimum of -1', { minimumBidValueInCents: -1 }, '/minimumBidValueInCents too_small'],
    ['minimum of 50000000', { minimumBidValueInCents: 50_000_000 }, '/minimumBidValueInCents too_large'],
    ['duration of 59:59', lasting(hour - 1), '/biddingPeriod/endTimestamp duration_too_short'],
    ['7 days and 1 second', lasting(7 * day + 1), '/biddingPeriod/endTimestamp duration_too_long'],
    ['end at the start', lasting(0), '/biddingPeriod/endTimestamp end_not_after_start'],
  ])('%s: refused, and nothing else of the update is done', async (_, fault, expected) => {
    const { auctionId } = await service.auction(seller, { ...upcoming, minimumBidValueInCents: 700 });
    const before = await read(auctionId);
    const sound = { title: 'Another title', minimumBidValueInCents: 5, biddingPeriod: soundPeriod() };
    expectRefused(await update(auctionId, { ...sound, ...fault }), 'invalid_request', [expected]);
    expect(await read(auctionId)).toEqual(before);
  });

  test('a start less than 1 minute ahead: refused, and nothing else of the update is done', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    const before = await read(auctionId);
    const startTimestamp = Math.floor(await databaseSeconds(service)) + 60;
    expectRefused(
      await update(auctionId, { title: 'Another title', biddingPeriod: soundPeriod({ startTimestamp }) }),
      'invalid_request',
      ['/biddingPeriod/startTimestamp start_too_soon'],
    );
    expect(await read(auctionId)).toEqual(before);
  });

  test('a start 62 seconds ahead: accepted', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    const startTimestamp = Math.floor(await databaseSeconds(service)) + 62;
    const { auction } = payloadOf(await update(auctionId, { biddingPeriod: soundPeriod({ startTimestamp }) }));
    expect(Date.parse(auction.biddingPeriodStartsAt)).toBe(startTimestamp * 1000);
  });

  test('ongoing: a fault in the request is told before the lock', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    expectRefused(await update(auctionId, { title: 'ab', biddingPeriod: soundPeriod() }), 'invalid_request', [
      '/title too_short',
    ]);
  });
});

describe('half a bidding period', () => {
  test.each([
    ['startTimestamp', { endTimestamp: 4_102_444_800 }],
    ['endTimestamp', { startTimestamp: 4_102_444_800 }],
  ])('%s must be given too', async (missing, biddingPeriod) => {
    const { auctionId } = await service.auction(seller, upcoming);
    const answer: Answer = await seller.patch(`/v1/auctions/${auctionId}`, { biddingPeriod });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { pointer: `/biddingPeriod/${missing}`, code: 'required', detail: expect.any(String) },
    ]);
  });
});

test('a raised minimum leaves the bids that were placed before', async () => {
  const auction = await service.auction(seller, ongoing);
  const bid = await service.bid(auction, { bidValueInCents: 500 });
  expect((await seller.patch(`/v1/auctions/${auction.auctionId}`, { minimumBidValueInCents: 10_000 })).status).toBe(
    200,
  );
  const { body } = await seller.get(`/v1/auctions/${auction.auctionId}?includeBids=true`);
  expect(body.auction.bids).toMatchObject([{ bidId: bid.bidId, bidValueInCents: 500 }]);
});
