import { beforeAll, describe, expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import type { InsertedBid } from '../support/insert-bid.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { doors, expectRefused, payloadOf } from './doors.ts';

const service = await sharedService();

const unknownId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';
const idsOf = (bids: { bidId: string }[]) => bids.map(({ bidId }) => bidId);
const newestFirst = (bids: InsertedBid[]) =>
  bids.toSorted((a, b) => b.placedAt.getTime() - a.placedAt.getTime() || (a.bidId < b.bidId ? 1 : -1));

describe.each(doors)('list bids by $name', (door) => {
  describe('twelve bids of two bidders on two auctions, placed in three instants', () => {
    let seller: Seller;
    let auctionIds: string[];
    let all: InsertedBid[];

    beforeAll(async () => {
      seller = await service.seller();
      const auctions = [await service.auction(seller, ongoing), await service.auction(seller, ongoing)];
      auctionIds = auctions.map(({ auctionId }) => auctionId);
      all = [];
      for (let index = 0; index < 12; index += 1) {
        all.push(
          await service.bid(auctions[index % 2]!, {
            bidderId: index % 4 < 2 ? 'ada@example.com' : 'customer-7',
            // Neither the order of the rows nor that of the values is the order of the list.
            placedAt: new Date(Date.UTC(2026, 0, 9 - (index % 3))),
            bidValueInCents: 1_000 + ((index * 5) % 12),
          }),
        );
      }
    });

    test('without filters: all of them, newest first, ties by bidId', async () => {
      expect(idsOf(payloadOf(await door.bids(seller)).bids)).toEqual(idsOf(newestFirst(all)));
    });

    test('auctionId: the bids on that auction', async () => {
      for (const auctionId of auctionIds) {
        const { bids } = payloadOf(await door.bids(seller, { auctionId }));
        expect(idsOf(bids)).toEqual(idsOf(newestFirst(all.filter((bid) => bid.auctionId === auctionId))));
      }
    });

    test('bidderId: the bids of that bidder', async () => {
      for (const bidderId of ['ada@example.com', 'customer-7']) {
        const { bids } = payloadOf(await door.bids(seller, { bidderId }));
        expect(idsOf(bids)).toEqual(idsOf(newestFirst(all.filter((bid) => bid.bidderId === bidderId))));
      }
    });

    test('filters may be combined', async () => {
      const [auctionId] = auctionIds as [string];
      const { bids } = payloadOf(await door.bids(seller, { auctionId, bidderId: 'customer-7' }));
      const expected = all.filter((bid) => bid.auctionId === auctionId && bid.bidderId === 'customer-7');
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf(bids)).toEqual(idsOf(newestFirst(expected)));
    });

    test('limit and offset cut the same list, filtered or not', async () => {
      for (const filter of [{}, { auctionId: auctionIds[0] }, { bidderId: 'ada@example.com' }]) {
        const whole = idsOf(payloadOf(await door.bids(seller, filter)).bids);
        for (const [limit, offset] of [
          [1, 0],
          [2, 1],
          [4, 4],
          [100, 5],
          [12, 0],
        ] as const) {
          const { bids } = payloadOf(await door.bids(seller, { ...filter, limit, offset }));
          expect(idsOf(bids)).toEqual(whole.slice(offset, offset + limit));
        }
      }
    });

    test.each([
      ['an unknown auction', { auctionId: unknownId }],
      ['an unknown bidder', { bidderId: 'nobody' }],
      ['a bidder of another case', { bidderId: 'Ada@example.com' }],
      ['a bidderId of 200 characters', { bidderId: '🪑'.repeat(200) }],
      ['an offset far beyond the end', { offset: 2_147_483_647 }],
    ])('%s: an empty list', async (_, parameters) => {
      expect(payloadOf(await door.bids(seller, parameters))).toEqual({ bids: [] });
    });
  });

  test('limit: default and maximum 100', async () => {
    const seller = await service.seller();
    const auction = await service.auction(seller, ongoing);
    for (let count = 0; count < 101; count += 1) await service.bid(auction);
    expect(payloadOf(await door.bids(seller)).bids).toHaveLength(100);
    expect(payloadOf(await door.bids(seller, { limit: 100 })).bids).toHaveLength(100);
    expect(payloadOf(await door.bids(seller, { offset: 100 })).bids).toHaveLength(1);
  });

  test.each([
    ['limit', '0', 0, 'too_small'],
    ['limit', '101', 101, 'too_large'],
    ['bidderId', '201 characters', '🪑'.repeat(201), 'too_long'],
    ['bidderId', 'a control character', 'a\u0000b', 'control_character'],
  ])('%s: %s is refused', async (name, _, value, code) => {
    const outcome = await door.bids(await service.seller(), { [name]: value });
    expectRefused(outcome, 'invalid_request', [`${door.parameter(name)} ${code}`]);
  });
});
