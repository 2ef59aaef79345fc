import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { doors, payloadOf } from './doors.ts';
import { soundAuction, soundPeriod } from './periods.ts';
import { readAnswer } from '../support/answer.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
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
});
