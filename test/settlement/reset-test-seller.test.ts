import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureBooks } from '../../src/settlement/books/reconciliations.ts';
import { compareBooks } from '../../src/operations/work/upkeep.ts';
import type { Seller } from '../support/seller.ts';
import { startFinishing } from '../../src/operations/work/finishing.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

const day = 86_400;

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

const reset = async (seller: Seller = stage.seller) =>
  (await seller.mutate('resetTestSeller', {}, 'deletedAuctions')).body;

const advance = (seconds: number) => stage.seller.mutate('advanceTestClock', { bySeconds: seconds }, 'clock { now }');

async function count(rows: string): Promise<number> {
  const result = await stage.service.db.query<{ n: number }>(`select count(*)::int as n from ${rows}`);
  return result.rows[0]!.n;
}

test('releases holds, deletes all rows of the auctions, resets the clock, and leaves other sellers alone', async () => {
  await using others = await setAuctionStage({}, stage.service);
  const kept = await others.bid(7_000);
  await stage.service.db.query(
    `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days' where auction_id = $1`,
    [stage.auction.auctionId],
  );
  await stage.bid(5_000);
  await stage.bid(6_000);
  // The holds are renewed: there are payments that refer to others.
  await advance(6 * day + 3_600);
  expect(await stage.states()).toEqual({ authorized: 3, released: 2 });

  expect((await reset()).data.resetTestSeller).toEqual({ deletedAuctions: 1 });

  for (const table of ['auctions', 'bids', 'authorizations']) {
    expect(await count(`${table} where seller_id = '${stage.seller.sellerId}'`), table).toBe(0);
  }
  expect(await count('bids'), "the other seller's bid").toBe(1);
  expect(await count('simulated_payments'), "the other seller's hold").toBe(1);
  const { now } = (await stage.seller.graphql('{ clock { now } }')).body.data.clock;
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  await others.settle();
  expect(await others.result()).toMatchObject({ outcome: 'SOLD', winner: kept });
});

test('a sold auction goes with its capture, its books and its events, and a second reset finds nothing', async () => {
  await stage.bid(5_000);
  await advance(2 * day);
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD' });
  expect((await reset()).data.resetTestSeller).toEqual({ deletedAuctions: 1 });
  await compareBooks(stage.service.deps);
  expect(await measureBooks(stage.service.db), 'what differs at the provider').toMatchObject([{ differences: {} }]);
  for (const table of ['capture_attempts', 'webhook_events', 'idempotency_keys']) {
    expect(await count(table), table).toBe(0);
  }
  expect((await reset()).data.resetTestSeller).toEqual({ deletedAuctions: 0 });
  expect(await count(`audit_log where action = 'resetTestSeller'`)).toBe(2);
});

test('a payment without a clear outcome refuses the reset, and nothing is deleted until it has one', async () => {
  await stage.bid(5_000, 'release_5xx');
  expect((await reset()).errors[0].extensions.code).toBe('auction_settling');
  expect(await count('bids')).toBe(1);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await stage.hurry();
    await stage.work();
  }
  expect((await reset()).data.resetTestSeller).toEqual({ deletedAuctions: 1 });
});

test('a reset takes the kept cards of its holds with it, and the card of another seller is deleted in seconds', async () => {
  const { db, deps } = stage.service;
  const lastsAWeek = `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days'`;
  await using others = await setAuctionStage({}, stage.service);
  await db.query(lastsAWeek);
  await stage.bid(5_000);
  await stage.bid(6_000);
  await others.bid(7_000);
  expect(await count('kept_cards')).toBe(3);

  expect((await reset()).data.resetTestSeller).toEqual({ deletedAuctions: 1 });
  expect(await count('kept_cards'), 'those of the other seller').toBe(1);

  // Two cards whose holds an earlier version has deleted without them: as many as a worker has places for.
  await db.query(
    `insert into kept_cards (authorization_id, first_authorization_id, provider, next_attempt_at)
     select id, id, 'simulated', clock_timestamp() - interval '1 day' from (values (uuidv7()), (uuidv7())) lost (id)`,
  );
  await others.seller.delete(`/v1/auctions/${others.auction.auctionId}`);
  await using _ = startFinishing(deps);
  await expect.poll(() => count('kept_cards where deleted_at is null'), { timeout: 15_000 }).toBe(0);
});

test('a reset deletes the events that a worker follows up meanwhile', async () => {
  const { db } = stage.service;
  await stage.bid(5_000);
  const followed = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const following = db.transaction(async (tx) => {
    await tx.query('update webhook_events set follow_up_at = null');
    followed.resolve();
    await over.promise;
  });
  await followed.promise;
  const resetting = reset();
  const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => count(waiting), { timeout: 20_000 }).toBe(1);
  over.resolve();
  await following;
  expect((await resetting).data.resetTestSeller).toEqual({ deletedAuctions: 1 });
  expect(await count('webhook_events')).toBe(0);
});

test('a live seller has nothing to reset', async () => {
  const live = await stage.service.seller({ mode: 'live' });
  expect((await reset(live)).errors[0].extensions.code).toBe('test_mode_only');
});
