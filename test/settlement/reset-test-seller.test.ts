import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureBooks } from '../../src/books/reconciliations.ts';
import { compareBooks } from '../../src/work/upkeep.ts';
import { type PlanNode, watchPlans } from '../support/watch-plans.ts';
import { makeGateways } from '../../src/providers/providers.ts';
import { startService } from '../support/service.ts';
import { insertManyBids } from '../support/popular-auction.ts';
import type { Seller } from '../support/seller.ts';
import { startFinishing } from '../../src/work/finishing.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

const day = 86_400;

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

const reset = async (seller: Seller = stage.seller) =>
  (await seller.graphql('mutation { resetTestSeller { deletedAuctions } }')).body;

const advance = (seconds: number) =>
  stage.seller.graphql(`mutation { advanceTestClock(bySeconds: ${seconds}) { now } }`);

async function count(rows: string): Promise<number> {
  const result = await stage.service.db.query<{ n: number }>(`select count(*)::int as n from ${rows}`);
  return result.rows[0]!.n;
}

test('what is held is released, all rows of the auctions go, the clock goes back, and other sellers keep theirs', async () => {
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
  expect(await count(`simulated_payments where status = 'authorized'`), "the other seller's hold").toBe(1);
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

test('a reset reads nothing of the many rows of other sellers', { timeout: 120_000 }, async () => {
  const { db } = stage.service;
  const { rows } = await db.query<{ auctionId: string }>(
    `with others as (
       insert into sellers (name, mode) select 'Other ' || n, 'test' from generate_series(1, 200) n returning seller_id
     )
     insert into auctions (seller_id, bidding_period_starts_at, bidding_period_ends_at, type, title, minimum_bid_value_in_cents, status)
     select others.seller_id, bidding_period_starts_at, bidding_period_ends_at, type, title, minimum_bid_value_in_cents, status
     from auctions, others where auction_id = $1 returning auction_id as "auctionId"`,
    [stage.auction.auctionId],
  );
  const auctionIds = rows.map(({ auctionId }) => auctionId);
  await insertManyBids({ db }, auctionIds, 100);
  await db.query(
    `insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
     select authorization_id, 1, auction_id, bid_id, clock_timestamp() from authorizations`,
  );
  await db.query(
    `insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot)
     select seller_id, 'bid_placed', auction_id, bid_id, '{}' from bids`,
  );
  await db.query(
    `insert into simulated_payments (reference, account, amount_in_cents, email)
     select 'other-' || bid_id, seller_id, 100, 'ann@example.com' from bids`,
  );
  await stage.bid(5_000);
  await stage.bid(6_000);
  await db.query('vacuum analyze');

  await using watched = await watchPlans(db.url);
  const service = await startService({
    db: watched.db,
    gateways: makeGateways({ config: stage.service.deps.config, db: watched.db }),
  });
  const statements = await watched.during(async () => {
    const { body } = await service.request('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.seller.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'mutation { resetTestSeller { deletedAuctions } }' }),
    });
    expect(body.data.resetTestSeller).toEqual({ deletedAuctions: 1 });
  });
  await service[Symbol.asyncDispose]();
  expect(statements.length).toBeGreaterThan(30);
  const large = statements.flatMap(({ text, plan }) =>
    rowsRead(plan) > 1_000 ? [{ text, plan: JSON.stringify(plan) }] : [],
  );
  expect(large).toEqual([]);
});

/** The most rows that a step of a plan has looked at. */
function rowsRead(plan: PlanNode): number {
  const seen =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  return Math.max(seen * plan['Actual Loops'], ...(plan.Plans ?? []).map(rowsRead));
}

test('a live seller has nothing to reset', async () => {
  const live = await stage.service.seller({ mode: 'live' });
  expect((await reset(live)).errors[0].extensions.code).toBe('test_mode_only');
});
