import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { doors, expectRefused, payloadOf } from './doors.ts';
import { soundAuction, soundPeriod } from './periods.ts';
import { readAnswer } from '../support/answer.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { ongoing, settling, sold, upcoming } from '../support/insert-auction.ts';
import { insertCapturedOutside } from '../support/insert-captured-outside.ts';
import { makeSeller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

// How often a change waits for PostgreSQL: statements that are sent together count once.

const service = await sharedService();

const { db, roundTripsOf } = countRoundTrips(service.db);
const app = createApp({ ...service.deps, db });
afterAll(() => app[Symbol.asyncDispose]());
const seller = await makeSeller(service.db, async (path, init) =>
  readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init))),
);

describe.each(doors)('with a key that is known, by $name', (door) => {
  test('to create is one round trip', async () => {
    const create = async () => payloadOf(await door.createAuction(seller, soundAuction));
    await create();
    expect(await roundTripsOf(create)).toBe(1);
  });

  test.each([
    ['upcoming', upcoming, { title: 'Another title', biddingPeriod: soundPeriod() }],
    ['ongoing', ongoing, { title: 'Another title', minimumBidValueInCents: 900 }],
  ])('to update is one: %s', async (_, state, fields) => {
    const { auctionId } = await service.auction(seller, state);
    expect(await roundTripsOf(async () => payloadOf(await door.updateAuction(seller, auctionId, fields)))).toBe(1);
  });

  test('to change nothing is one', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    expect(await roundTripsOf(async () => payloadOf(await door.updateAuction(seller, auctionId, {})))).toBe(1);
  });

  test('to cancel is one, and to cancel again is one', async () => {
    const auction = await service.auction(seller, ongoing);
    await service.bid(auction, { bidValueInCents: 500 });
    const cancel = async () => payloadOf(await door.cancelAuction(seller, auction.auctionId));
    expect(await roundTripsOf(cancel)).toBe(1);
    expect(await roundTripsOf(cancel)).toBe(1);
  });

  test('to be refused a creation is one', async () => {
    const soon = { ...soundAuction, biddingPeriod: soundPeriod({ startTimestamp: 1 }) };
    expect(
      await roundTripsOf(async () =>
        expectRefused(await door.createAuction(seller, soon), 'invalid_request', [
          '/biddingPeriod/startTimestamp start_too_soon',
        ]),
      ),
    ).toBe(1);
  });

  test.each([
    ['completed', sold, { title: 'Another title' }, 'auction_completed', []],
    ['locked', ongoing, { biddingPeriod: soundPeriod() }, 'field_locked', ['/biddingPeriod field_locked']],
    [
      'too soon',
      upcoming,
      { biddingPeriod: soundPeriod({ startTimestamp: 1 }) },
      'invalid_request',
      ['/biddingPeriod/startTimestamp start_too_soon'],
    ],
  ] as const)('to be refused an update is one: %s', async (_, state, fields, code, faults) => {
    const { auctionId } = await service.auction(seller, state);
    expect(
      await roundTripsOf(async () =>
        expectRefused(await door.updateAuction(seller, auctionId, fields), code, [...faults]),
      ),
    ).toBe(1);
  });

  test.each([
    ['completed', sold, 'auction_completed'],
    ['settling', settling, 'auction_settling'],
  ] as const)('to be refused a cancellation is one: %s', async (_, state, code) => {
    const auction = await service.auction(seller, state);
    const { auctionId } = auction;
    if (code === 'auction_settling') await insertCapturedOutside(service.db, auction);
    expect(await roundTripsOf(async () => expectRefused(await door.cancelAuction(seller, auctionId), code))).toBe(1);
  });

  test('to change an auction of somebody else is one', async () => {
    const { auctionId } = await service.auction(await service.seller(), upcoming);
    expect(
      await roundTripsOf(async () =>
        expectRefused(await door.updateAuction(seller, auctionId, {}), 'auction_not_found'),
      ),
    ).toBe(1);
  });
});
