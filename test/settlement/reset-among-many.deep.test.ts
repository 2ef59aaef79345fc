import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PlanNode, watchPlans } from '../support/watch-plans.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { startService } from '../support/service.ts';
import { insertManyBids } from '../support/popular-auction.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

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
      body: JSON.stringify({
        query: 'mutation { resetTestSeller { deletedAuctions errors { code fault message path } } }',
      }),
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
