import { beforeAll, describe, expect, test } from 'vitest';
import {
  type AuctionOptions,
  cancelled,
  type InsertedAuction,
  ongoing,
  settling,
  sold,
  unsold,
  upcoming,
} from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { doors, expectRefused, payloadOf, rest } from './doors.ts';

const service = await sharedService();

const idsOf = (auctions: { auctionId: string }[]) => auctions.map(({ auctionId }) => auctionId);
const newestFirst = (auctions: InsertedAuction[]) =>
  auctions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.auctionId < b.auctionId ? 1 : -1));

describe.each(doors)('list auctions by $name', (door) => {
  describe('nine auctions, made in three instants, in every state', () => {
    let seller: Seller;
    let all: InsertedAuction[];
    const states: [status: string, AuctionOptions][] = [
      ['upcoming', upcoming],
      ['completed', sold],
      ['ongoing', ongoing],
      ['ongoing', { ...ongoing, status: 'upcoming' }],
      ['ongoing', settling],
      ['completed', cancelled],
      ['ongoing', { ...settling, status: 'upcoming' }],
      ['upcoming', upcoming],
      ['completed', unsold],
    ];

    beforeAll(async () => {
      seller = await service.seller();
      all = [];
      for (const [index, [, state]] of states.entries()) {
        // The later rows are the older ones, and each instant is shared by three.
        const createdAt = new Date(Date.UTC(2026, 0, 9 - (index % 3)));
        all.push(await service.auction(seller, { ...state, createdAt }));
      }
    });

    test('without parameters: all of them, descending by creation date, ties by auctionId', async () => {
      const { auctions } = payloadOf(await door.auctions(seller));
      expect(idsOf(auctions)).toEqual(idsOf(newestFirst(all)));
    });

    test.each(['upcoming', 'ongoing', 'completed'])('status=%s: those, in the same order', async (status) => {
      const { auctions } = payloadOf(await door.auctions(seller, { status }));
      expect(idsOf(auctions)).toEqual(idsOf(newestFirst(all.filter((_, index) => states[index]![0] === status))));
      expect(auctions.every((auction: { status: string }) => auction.status === status)).toBe(true);
    });

    test('limit and offset cut the same list', async () => {
      const whole = idsOf(payloadOf(await door.auctions(seller)).auctions);
      for (const [limit, offset] of [
        [1, 0],
        [2, 1],
        [4, 4],
        [100, 8],
        [9, 0],
      ] as const) {
        const { auctions } = payloadOf(await door.auctions(seller, { limit, offset }));
        expect(idsOf(auctions)).toEqual(whole.slice(offset, offset + limit));
      }
    });

    test('pages of 2, one after the other: each auction once, ties and filters included', async () => {
      for (const filter of [{}, { status: 'completed' }, { status: 'ongoing' }]) {
        const whole = idsOf(payloadOf(await door.auctions(seller, filter)).auctions);
        const paged: string[] = [];
        for (let offset = 0; offset < whole.length; offset += 2) {
          paged.push(...idsOf(payloadOf(await door.auctions(seller, { ...filter, limit: 2, offset })).auctions));
        }
        expect(paged).toEqual(whole);
      }
    });

    test('offset: at the end and far beyond it, an empty page', async () => {
      for (const offset of [9, 10, 2_147_483_647]) {
        expect(payloadOf(await door.auctions(seller, { offset }))).toEqual({ auctions: [] });
      }
    });
  });

  test('a seller without auctions: an empty list', async () => {
    expect(payloadOf(await door.auctions(await service.seller()))).toEqual({ auctions: [] });
  });

  test('limit: default and maximum 100', async () => {
    const seller = await service.seller();
    for (let count = 0; count < 101; count += 1) await service.auction(seller);
    expect(payloadOf(await door.auctions(seller)).auctions).toHaveLength(100);
    expect(payloadOf(await door.auctions(seller, { limit: 100 })).auctions).toHaveLength(100);
    expect(payloadOf(await door.auctions(seller, { offset: 100 })).auctions).toHaveLength(1);
    expectRefused(await door.auctions(seller, { limit: 101 }), 'invalid_request', [
      `${door.parameter('limit')} too_large`,
    ]);
  });

  test.each([
    ['limit', 0, 'too_small'],
    ['limit', -1, 'too_small'],
    ['limit', 101, 'too_large'],
  ])('%s: %d is refused', async (name, value, code) => {
    const outcome = await door.auctions(await service.seller(), { [name]: value });
    expectRefused(outcome, 'invalid_request', [`${door.parameter(name)} ${code}`]);
  });
});

test('every fault of a request in one answer', async () => {
  expectRefused(await rest.auctions(await service.seller(), { limit: 0, offset: -1 }), 'invalid_request', [
    'limit too_small',
    'offset too_small',
  ]);
});
