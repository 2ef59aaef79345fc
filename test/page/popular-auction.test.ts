import type { QueryConfig } from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { readPage } from '../../src/page/read-page.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { db, deps } = service;
const seller = await service.seller();
const auctions = await Promise.all(Array.from({ length: 1_000 }, () => service.auction(seller, ongoing)));
const [few, popular] = auctions.map(({ auctionId }) => auctionId) as [string, string];

const insertBids = (auctionIds: readonly string[], count: number) =>
  db.query(
    `with placed as (
       insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
       select auction_id, seller_id, 'bidder-' || n, 1000 + (n * 7919) % 8000, bidding_period_starts_at + n * interval '1 second'
       from auctions, generate_series(1, $2::int) n where auction_id = any($1) returning *)
     insert into authorizations (auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, provider, provider_reference,
       state, capture_before, submission_token, browser_id, authorized_at)
     select auction_id, seller_id, bid_id, bidder_id, bidder_id || '@example.com', bid_value_in_cents, 'simulated', bid_id::text,
       'authorized', clock_timestamp() + interval '6 days', bid_id::text, gen_random_uuid(), placed_at from placed`,
    [auctionIds, count],
  );

/** The statement of the page. */
async function statementOfPage(): Promise<string> {
  let text = '';
  const query = async (statement: QueryConfig) => {
    text = statement.text;
    return { rows: [] };
  };
  await readPage({ db: { query } as unknown as Database, gateways: deps.gateways }, few, null);
  return text;
}

/** How many pages of 8 KiB PostgreSQL reads for a browser with a bid, by the plan that it makes for any auction. */
async function pagesRead(auctionId: string): Promise<number> {
  const client = await db.pool.connect();
  try {
    await client.query(
      `set plan_cache_mode = force_generic_plan; prepare page (uuid, boolean, uuid) as ${await statementOfPage()}`,
    );
    const { rows } = await client.query<{ browserId: string }>(
      `select browser_id as "browserId" from authorizations where auction_id = $1 limit 1`,
      [auctionId],
    );
    const explain = `explain (analyze, buffers, format json) execute page ('${auctionId}', false, '${rows[0]!.browserId}')`;
    // The first execution also reads what a connection keeps in memory.
    await client.query(explain);
    const { rows: explained } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(explain);
    const { Plan } = explained[0]!['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
  } finally {
    client.release(true);
  }
}

test('the page of an auction with thousands of bids is read as quickly as any, whatever PostgreSQL knows of it', async () => {
  await insertBids(
    auctions.map(({ auctionId }) => auctionId),
    5,
  );
  await db.query('analyze');
  const usual = await pagesRead(few);
  await insertBids([popular], 10_000);
  // PostgreSQL takes it for an auction of five bids, at first.
  expect(await pagesRead(popular)).toBeLessThan(usual + 60);
  await db.query('analyze');
  expect(await pagesRead(popular)).toBeLessThan(usual + 60);
});
