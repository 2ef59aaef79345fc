import { afterEach, describe, expect, test, vi } from 'vitest';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import {
  type AuctionOptions,
  cancelled,
  ongoing,
  settling,
  sold,
  unsold,
  upcoming,
} from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { type Door, doors, expectRefused, payloadOf } from './doors.ts';
import { databaseSeconds, hour, soundAuction, soundPeriod } from './periods.ts';

// No worker runs in these tests: what is read never contradicts the clock all the same.
const service = await serviceForFile();
afterEach(() => void vi.useRealTimers());

/** The auction's status where it is read, after a check that list and filters say the same. */
async function statusSeen(door: Door, seller: Seller, auctionId: string): Promise<string> {
  const { status } = payloadOf(await door.auction(seller, auctionId)).auction;
  expect(payloadOf(await door.auctions(seller)).auctions).toMatchObject([{ auctionId, status }]);
  for (const filter of ['upcoming', 'ongoing', 'completed']) {
    const { auctions } = payloadOf(await door.auctions(seller, { status: filter }));
    expect(auctions.map((auction: { status: string }) => auction.status)).toEqual(filter === status ? [status] : []);
  }
  return status;
}

describe.each(doors)('status by $name', (door) => {
  test.each([
    ['before the start', 'upcoming', upcoming],
    ['a day before the start', 'upcoming', { startsInSeconds: 24 * hour }],
    ['after the start', 'ongoing', ongoing],
    ['after the start, before a worker has looked', 'ongoing', { ...ongoing, status: 'upcoming' }],
    ['after the end, until settlement has decided', 'ongoing', settling],
    [
      'after the end, until settlement has decided, never opened by a worker',
      'ongoing',
      { ...settling, status: 'upcoming' },
    ],
    ['sold', 'completed', sold],
    ['unsold', 'completed', unsold],
    ['cancelled before its start', 'completed', { ...cancelled, startsInSeconds: hour, endsInSeconds: 2 * hour }],
    ['cancelled before its end', 'completed', cancelled],
  ] as [string, string, AuctionOptions][])('%s: %s', async (_, status, state) => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, state);
    expect(await statusSeen(door, seller, auctionId)).toBe(status);
  });

  test('it turns at the start, to the second and by itself', async () => {
    const seller = await service.seller();
    const { auctionId, biddingPeriodStartsAt } = await service.auction(seller, { startsInSeconds: 1 });
    const startsAt = biddingPeriodStartsAt.getTime() / 1_000;
    for (let isOver = false; !isOver;) {
      isOver = (await databaseSeconds(service)) >= startsAt;
      const { status } = payloadOf(await door.auction(seller, auctionId)).auction;
      if (isOver) expect(status).toBe('ongoing');
      else if ((await databaseSeconds(service)) < startsAt) expect(status).toBe('upcoming');
    }
    expect(await statusSeen(door, seller, auctionId)).toBe('ongoing');
  });

  test('past the end it stays ongoing until settlement has decided, also without a bid', async () => {
    const seller = await service.seller();
    const { auctionId } = await service.auction(seller, settling);
    expect(await statusSeen(door, seller, auctionId)).toBe('ongoing');
    await settleDueAuctions(service.deps);
    expect(await statusSeen(door, seller, auctionId)).toBe('completed');
  });

  test.each([-1, 1])('a process clock %d hours off decides nothing', async (hours) => {
    const seller = await service.seller();
    const upcomingAuction = await service.auction(seller, { startsInSeconds: hour / 2 });
    const startTimestamp = Math.floor(await databaseSeconds(service));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hour * 1000 });
    expect(await statusSeen(door, seller, upcomingAuction.auctionId)).toBe('upcoming');

    const create = (start: number) =>
      door.createAuction(seller, { ...soundAuction, biddingPeriod: soundPeriod({ startTimestamp: start }) });
    expectRefused(await create(startTimestamp + 30), 'invalid_request', [
      '/biddingPeriod/startTimestamp start_too_soon',
    ]);
    expect(payloadOf(await create(startTimestamp + 90)).auction.status).toBe('upcoming');

    const move = (start: number) =>
      door.updateAuction(seller, upcomingAuction.auctionId, { biddingPeriod: soundPeriod({ startTimestamp: start }) });
    expectRefused(await move(startTimestamp + 30), 'invalid_request', ['/biddingPeriod/startTimestamp start_too_soon']);
    expect(payloadOf(await move(startTimestamp + 90)).auction.status).toBe('upcoming');
  });
});
