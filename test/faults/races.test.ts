import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { PlacedBid } from '../../src/auctions/bids/record-bid.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { type Service, startService } from '../support/service.ts';
import { brokenRules } from './broken-rules.ts';
import { endAuction } from '../support/end-auction.ts';

const hour = 3_600;

let service: Service;
let db: PooledDatabase;
let seller: Seller;
beforeEach(async () => {
  service = await startService();
  ({ db } = service);
  seller = await service.seller();
});
afterEach(() => service[Symbol.asyncDispose]());

const insert = (options: AuctionOptions) => service.auction(seller, options);

const bid = (auctionId: string, valueInCents: number) =>
  placeBid(service.deps, bidRequest(auctionId, { valueInCents }));

async function work(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await settleDueAuctions(service.deps);
    await finishAuthorizations(service.deps);
  }
}

/** Holds an auction's row until an instant, as a slow transaction does, and whatever wants it has to wait. */
async function holdUntil(instant: Date, auctionId: string, begin: () => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [auctionId]);
    void begin();
    await tx.query('select pg_sleep(0.01 + greatest(0, extract(epoch from $1::timestamptz - clock_timestamp())))', [
      instant,
    ]);
  });
}

const movedPeriod = () => {
  const startTimestamp = Math.floor(Date.now() / 1_000) + 2 * hour;
  return { biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + hour } };
};

test('a bid that waits for the row until after the end is refused', async () => {
  const { auctionId, biddingPeriodEndsAt } = await insert({
    startsInSeconds: -hour,
    endsInSeconds: 1,
    status: 'ongoing',
  });
  // The first bid of all holds the row for its intent already: the one that is watched is the second.
  await bid(auctionId, 4_000);
  let placing: ReturnType<typeof bid> | undefined;
  await holdUntil(biddingPeriodEndsAt, auctionId, () => (placing = bid(auctionId, 5_000)));
  expect(await placing).toMatchObject({ outcome: 'refused', code: 'auction_ended' });
  await work();
  expect(await brokenRules(db)).toEqual([]);
});

test('a settlement at the end waits for the bid that holds the row, and goes by what it has written', async () => {
  const { auctionId, biddingPeriodEndsAt } = await insert({
    startsInSeconds: -hour,
    endsInSeconds: 2,
    status: 'ongoing',
  });
  await bid(auctionId, 5_000);
  const begun: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [auctionId]);
    begun.push(bid(auctionId, 9_000));
    await expect.poll(() => lockWaits(db, '%from auctions%no key update%'), { timeout: 15_000 }).toBe(1);
    begun.push(settleAuction(service.deps, auctionId));
    await expect.poll(() => lockWaits(db, '%from auctions%no key update%'), { timeout: 15_000 }).toBe(2);
    await tx.query('select pg_sleep(greatest(0, extract(epoch from $1::timestamptz - clock_timestamp()) - 0.02))', [
      biddingPeriodEndsAt,
    ]);
  });
  const [placed] = await Promise.all(begun);
  await delay(biddingPeriodEndsAt.getTime() + 5 - Date.now());
  await work();
  const { rows } = await db.query<{ value: number }>(
    'select bid_value_in_cents as value from bids where is_winning_bid',
  );
  expect(rows).toEqual([{ value: (placed as PlacedBid).outcome === 'placed' ? 9_000 : 5_000 }]);
  expect(await brokenRules(db)).toEqual([]);
});

test('a change of period that waits for the row until after the start is refused', async () => {
  const { auctionId, biddingPeriodStartsAt } = await insert({ startsInSeconds: 1 });
  let changing: ReturnType<Seller['patch']> | undefined;
  await holdUntil(
    biddingPeriodStartsAt,
    auctionId,
    () => (changing = seller.patch(`/v1/auctions/${auctionId}`, movedPeriod())),
  );
  const answer = await changing!;
  expect([answer.status, answer.body.code]).toEqual([409, 'field_locked']);
  const { body } = await seller.get(`/v1/auctions/${auctionId}`);
  expect(Date.parse(body.auction.biddingPeriodStartsAt)).toBe(biddingPeriodStartsAt.getTime());
});

test('accepts changes of the period before the start and refuses them after it', async () => {
  // Some have begun, some begin meanwhile, and the last ones begin later, however slow the machine is.
  const begins = (index: number) => (index < 34 ? -0.1 + index * 0.03 : 600);
  const auctions = await Promise.all(
    Array.from({ length: 40 }, (_, index) => insert({ startsInSeconds: begins(index) })),
  );
  const answers = await Promise.all(
    auctions.map(async ({ auctionId }) => {
      // With it, a bid for the period as it was.
      const [change, placed] = await Promise.all([
        seller.patch(`/v1/auctions/${auctionId}`, movedPeriod()),
        bid(auctionId, 5_000),
      ]);
      return { auctionId, change, placed };
    }),
  );

  const moved = answers.filter(({ change }) => change.status === 200);
  const refused = answers.filter(({ change }) => change.status === 409);
  expect(moved.length + refused.length).toBe(40);
  expect([moved.length, refused.length].every((count) => count > 0)).toBe(true);
  const { rows: written } = await db.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from auctions where bidding_period_starts_at > clock_timestamp() + interval '1 hour'`,
  );
  expect(new Set(written.map(({ auctionId }) => auctionId))).toEqual(new Set(moved.map(({ auctionId }) => auctionId)));
  expect(refused.every(({ change }) => change.body.code === 'field_locked')).toBe(true);
  // Who was told that the period is moved has no bid in the old one.
  expect(moved.filter(({ placed }) => placed.outcome === 'placed')).toEqual([]);
  await work();
  expect(await brokenRules(db)).toEqual([]);
});

test('bids before a simultaneous cancellation stay listed, and their holds are released', async () => {
  const { auctionId } = await insert(ongoing);
  const placed: PlacedBid[] = [];
  const refused: PlacedBid[] = [];
  const bidders = Array.from({ length: 8 }, async () => {
    for (;;) {
      const answer = await bid(auctionId, 5_000);
      if (answer.outcome !== 'placed') return refused.push(answer);
      placed.push(answer);
    }
  });
  await expect.poll(() => placed.length, { interval: 5 }).toBeGreaterThan(10);
  expect((await seller.delete(`/v1/auctions/${auctionId}`)).status).toBe(200);
  await Promise.all(bidders);
  expect(refused).toEqual(Array(8).fill(expect.objectContaining({ outcome: 'refused', code: 'auction_cancelled' })));
  await work();
  expect(await states()).toEqual([{ state: 'released' }]);
  const { rows } = await db.query<object>('select bid_id as "bidId" from bids');
  expect(rows).toHaveLength(placed.length);
  expect(await brokenRules(db)).toEqual([]);
});

test('one of a cancellation, settlements and bids at the end decides, and nobody pays for a cancelled auction', async () => {
  const outcomes = [];
  for (let round = 0; round < 12; round += 1) {
    const { auctionId } = await insert(ongoing);
    await bid(auctionId, 5_000);
    await endAuction(db, auctionId);
    const settling = settleAuction(service.deps, auctionId);
    // However slow the machine is, the settlement comes first once.
    const begin = round === 11 ? settling : delay(round);
    const [cancel] = await Promise.all([
      begin.then(() => seller.delete(`/v1/auctions/${auctionId}`)),
      settling,
      settleAuction(service.deps, auctionId),
      bid(auctionId, 6_000),
    ]);
    await work();
    const { body } = await seller.graphql('query ($auctionId: ID!) { auction(auctionId: $auctionId) { outcome } }', {
      auctionId,
    });
    const { outcome } = body.data.auction as { outcome: string };
    expect(outcome).toBe(cancel.status === 200 ? 'CANCELLED' : 'SOLD');
    outcomes.push(outcome);
  }
  expect(await brokenRules(db)).toEqual([]);
  expect(outcomes).toContain('SOLD');
});

async function states(): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select distinct state from authorizations where provider_reference is not null`,
  );
  return rows;
}
