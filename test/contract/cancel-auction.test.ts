import { describe, expect, test } from 'vitest';
import { ongoing, settling, sold, unsold, upcoming } from '../support/insert-auction.ts';
import { insertCapturedOutside } from '../support/insert-captured-outside.ts';
import { sharedService } from '../support/service.ts';
import { doors, expectRefused, payloadOf } from './doors.ts';

const service = await sharedService();
const seller = await service.seller();

describe.each(doors)('cancel an auction by $name', (door) => {
  const read = async (auctionId: string) => payloadOf(await door.auction(seller, auctionId)).auction;

  test.each([
    ['upcoming', upcoming],
    ['ongoing', ongoing],
    ['ongoing by the clock, not yet opened by a worker', { ...ongoing, status: 'upcoming' }],
    ['ended, no capture requested yet', settling],
  ] as const)('%s: success, and completed at once', async (_, state) => {
    const { auctionId } = await service.auction(seller, state);
    const before = await read(auctionId);
    expect(payloadOf(await door.cancelAuction(seller, auctionId))).toEqual({ success: true });
    expect(await read(auctionId)).toEqual({ ...before, status: 'completed' });
  });

  test('repeated: success again, and nothing changes', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    await door.cancelAuction(seller, auctionId);
    const everything = async () => [
      await service.db.prisma.auction.findUniqueOrThrow({ where: { auctionId } }),
      (await service.db.query('select * from audit_log where subject_id = $1', [auctionId])).rows,
      (await service.db.query('select * from webhook_events where auction_id = $1', [auctionId])).rows,
    ];
    const before = await everything();
    expect(payloadOf(await door.cancelAuction(seller, auctionId))).toEqual({ success: true });
    expect(await everything()).toEqual(before);
  });

  test('the bids stay readable, and none of them wins', async () => {
    const auction = await service.auction(seller, ongoing);
    const low = await service.bid(auction, { bidValueInCents: 500 });
    const high = await service.bid(auction, { bidValueInCents: 900 });
    await door.cancelAuction(seller, auction.auctionId);
    const { bids } = payloadOf(await door.bids(seller, { auctionId: auction.auctionId }));
    expect(new Set(bids.map(({ bidId }: { bidId: string }) => bidId))).toEqual(new Set([low.bidId, high.bidId]));
    for (const { bidId } of bids) {
      expect(payloadOf(await door.bid(seller, bidId)).bid.isWinningBid).toBe(false);
    }
    expect((await read(auction.auctionId)).bids).toHaveLength(2);
  });

  test.each([
    ['sold', sold],
    ['unsold', unsold],
  ])('completed (%s): refused', async (_, state) => {
    const { auctionId } = await service.auction(seller, state);
    const before = await read(auctionId);
    expectRefused(await door.cancelAuction(seller, auctionId), 'auction_completed');
    expect(await read(auctionId)).toEqual(before);
  });

  test('with a payment that was captured at the provider: refused', async () => {
    const auction = await service.auction(seller, settling);
    const { auctionId } = auction;
    await insertCapturedOutside(service.db, auction);
    const before = await read(auctionId);
    expectRefused(await door.cancelAuction(seller, auctionId), 'auction_settling');
    expect(await read(auctionId)).toEqual(before);
  });

  test('it is irreversible: an update is refused afterwards', async () => {
    const { auctionId } = await service.auction(seller, upcoming);
    await door.cancelAuction(seller, auctionId);
    expectRefused(await door.updateAuction(seller, auctionId, { title: 'Another title' }), 'auction_completed');
  });
});

test('the outcome and the instant of the cancellation, in GraphQL alone', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const read = async () => {
    const query = 'query ($auctionId: ID!) { auction(auctionId: $auctionId) { outcome cancelledAt } }';
    return (await seller.graphql(query, { auctionId })).body.data.auction;
  };
  expect(await read()).toEqual({ outcome: null, cancelledAt: null });
  const before = await service.db.query('select clock_timestamp() as now');
  await seller.delete(`/v1/auctions/${auctionId}`);
  const after = await service.db.query('select clock_timestamp() as now');
  const { outcome, cancelledAt } = await read();
  expect(outcome).toBe('CANCELLED');
  expect(Date.parse(cancelledAt)).toBeGreaterThanOrEqual(before.rows[0].now.getTime() - 1);
  expect(Date.parse(cancelledAt)).toBeLessThanOrEqual(after.rows[0].now.getTime() + 1);
});
