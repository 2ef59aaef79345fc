import { expect, test } from 'vitest';
import { bidRefusal } from '../../src/auctions/bids/judge-bid.ts';
import { cancelled, ongoing, sold } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

// Which bids an auction takes: both sides of each edge, to the microsecond and the cent.

const service = await sharedService();
const seller = await service.seller();

async function judge(auctionId: string, valueInCents: number, now: string, bidderId = 'ada'): Promise<string | null> {
  const { rows } = await service.db.query<{ refusal: string | null }>(
    `select ${bidRefusal('bid', `(${now})`)} as refusal from auctions,
       lateral (select auctions.auction_id, auctions.seller_id, $2::int as value_in_cents, $3::text as bidder_id, null::uuid as browser_id, false as is_signed) bid
     where auctions.auction_id = $1`,
    [auctionId, valueInCents, bidderId],
  );
  return rows[0]!.refusal;
}

test.each([
  ['just before the start', `bidding_period_starts_at - interval '1 microsecond'`, 'auction_not_open_yet'],
  ['at the start', 'bidding_period_starts_at', null],
  ['just before the end', `bidding_period_ends_at - interval '1 microsecond'`, null],
  ['at the end', 'bidding_period_ends_at', 'auction_ended'],
])('%s', async (_, now, refusal) => {
  const { auctionId } = await service.auction(seller, ongoing);
  expect(await judge(auctionId, 500, now)).toBe(refusal);
});

test.each([
  [699, 'below_minimum'],
  [700, null],
])('%d cents where the minimum is 700', async (valueInCents, refusal) => {
  const { auctionId } = await service.auction(seller, { ...ongoing, minimumBidValueInCents: 700 });
  expect(await judge(auctionId, valueInCents, 'bidding_period_starts_at')).toBe(refusal);
});

test('a bidder that the seller has banned, and nobody else', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  await seller.mutate('banBidder', { bidderId: 'eve', reason: 'Never pays' });
  expect(await judge(auctionId, 500, 'bidding_period_starts_at', 'eve')).toBe('bidder_banned');
  expect(await judge(auctionId, 500, 'bidding_period_starts_at', 'Eve')).toBe(null);
});

test.each([
  ['cancelled', cancelled, 'auction_cancelled'],
  ['completed', { ...sold, endsInSeconds: 3_600 }, 'auction_ended'],
  ['being captured', { ...ongoing, captureRequestedAt: new Date('2026-01-01T00:00:00Z') }, 'auction_ended'],
] as const)('%s: whatever the clock says', async (_, state, refusal) => {
  const { auctionId } = await service.auction(seller, state);
  expect(await judge(auctionId, 500, 'bidding_period_starts_at')).toBe(refusal);
});
