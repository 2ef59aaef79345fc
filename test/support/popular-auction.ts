import type { PooledDatabase } from '../../src/platform/db/database.ts';

/** Inserts bids with holds, each of another bidder, at seconds after the start. */
export async function insertManyBids(
  { db }: { db: PooledDatabase },
  auctionIds: readonly string[],
  count: number,
): Promise<void> {
  await db.query(
    `with placed as (
       insert into bids (authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
       select uuidv7(), auction_id, seller_id, 'bidder-' || n, 1000 + (n * 7919) % 8000, bidding_period_starts_at + n * interval '1 second'
       from auctions, generate_series(1, $2::int) n where auction_id = any($1) returning *)
     insert into authorizations (authorization_id, auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, provider, provider_reference,
       state, capture_before, submission_token, browser_id, authorized_at)
     select authorization_id, auction_id, seller_id, bid_id, bidder_id, bidder_id || '@example.com', bid_value_in_cents, 'simulated', bid_id::text,
       'authorized', clock_timestamp() + interval '6 days', bid_id::text, gen_random_uuid(), placed_at from placed`,
    [auctionIds, count],
  );
}

/**
 * Counts the pages of 8 KiB that PostgreSQL reads for a statement, by the plan that it makes for any values.
 *
 * @param statement.types of its parameters, as SQL
 * @param statement.values as SQL
 */
export async function pagesRead(
  { db }: { db: PooledDatabase },
  { text, types, values }: { text: string; types: string; values: string },
): Promise<number> {
  const client = await db.pool.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare measured (${types}) as ${text}`);
    const explain = `explain (analyze, buffers, format json) execute measured (${values})`;
    // The first execution also reads what a connection keeps in memory.
    await client.query(explain);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(explain);
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
  } finally {
    client.release(true);
  }
}
