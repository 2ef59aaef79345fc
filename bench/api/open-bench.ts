import path from 'node:path';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { type SeededSeller, seedSellers } from '../../test/support/seed-sellers.ts';
import { withoutIndexes } from '../../test/support/without-indexes.ts';
import { type LoadProcess, startLoadProcess } from '../load-process.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { postmasterOf } from '../processor-time.ts';

export interface Bench {
  readonly db: PooledDatabase;
  readonly seeded: SeededApi;
  /** Runs load.ts. */
  readonly load: LoadProcess;
  /** PostgreSQL's first process. */
  readonly postmaster: number;
}

/** The seeded sellers and rows that requests name. */
export interface SeededApi {
  readonly sellers: readonly SeededSeller[];
  /** Sellers without auctions, so that what is written does not change what is read. */
  readonly writers: readonly SeededSeller[];
  /** Auctions of each seller, by its place in `sellers`, with one of the bids of each. */
  readonly auctions: readonly (readonly { readonly auctionId: string; readonly bidId: string }[])[];
}

/** So few that with a million auctions each has more than a hundred thousand. */
const sellerCount = 8;
const bidsEach = 10;
const batchSize = 50_000;
/** The newest auctions, in which the first pages of all sellers are: those that are completed are paid. */
const paidAuctions = 2_000;

/**
 * Opens a database that counts its statements, filled, and a process that sends requests.
 *
 * @param closing takes what is to be closed again
 */
export async function openBench(closing: AsyncDisposableStack, { auctions }: { auctions: number }): Promise<Bench> {
  const db = await openTemporaryDatabase(closing, {
    shared_preload_libraries: 'pg_stat_statements',
    max_connections: '150',
  });
  await db.query('create extension pg_stat_statements');
  const seeded = await seedApi(db, auctions);
  const load = closing.use(startLoadProcess(path.join(import.meta.dirname, 'load.ts')));
  return { db, seeded, load, postmaster: await postmasterOf(db) };
}

/** Fills an empty, migrated database: auctions with ten bids each, evenly over the sellers; most are completed. */
async function seedApi(db: PooledDatabase, auctions: number): Promise<SeededApi> {
  const client = await db.pool.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off; select setseed(0.25)`);
    const everybody = await seedSellers(client, 2 * sellerCount);
    const [sellers, writers] = [everybody.slice(0, sellerCount), everybody.slice(sellerCount)];
    // Rows are made whole here; looking up the parents of ten million bids would take minutes.
    await client.query('set session_replication_role = replica');
    await withoutIndexes(client, ['auctions', 'bids'], async () => {
      for (let first = 1; first <= auctions; first += batchSize) {
        await client.query(auctionsWithBids, [first, Math.min(first + batchSize - 1, auctions), auctions, bidsEach]);
      }
    });
    // Triggers do not run in this session.
    await client.query(
      `insert into bid_counts (auction_id, seller_id, status, bid_count, highest_bid_value_in_cents)
       select auction_id, a.seller_id, status, count(*), max(bid_value_in_cents) from auctions a join bids using (auction_id) group by auction_id`,
    );
    await client.query(payments, [paidAuctions]);
    await client.query(
      'vacuum analyze sellers, api_keys, auctions, bids, bid_counts, authorizations, capture_attempts, reversals',
    );
    const { rows } = await client.query<{ number: number; auctionId: string; bidId: string }>(
      `select number, auction_id as "auctionId", (select bid_id from bids where bids.auction_id = a.auction_id limit 1) as "bidId"
       from seeded_sellers, lateral (
         select * from auctions where auctions.seller_id = seeded_sellers.seller_id order by md5(auction_id::text) limit 200) a`,
    );
    const auctionsOf = Map.groupBy(rows, ({ number }) => number);
    return { sellers, writers, auctions: sellers.map(({ number }) => auctionsOf.get(number)!) };
  } finally {
    // Closed, because its settings are not for anybody else.
    client.release(true);
  }
}

/** The auctions number `$1` to `$2` of `$3` with `$4` bids each; one in twenty is ongoing, one in twenty upcoming. */
const auctionsWithBids = `
with planned as materialized (
  select n, seller_id, uuidv7(created_at - clock_timestamp()) as auction_id, created_at,
    case n % 20 when 0 then 'upcoming' when 1 then 'ongoing' else 'completed' end::auction_status as status,
    case n % 20 when 0 then clock_timestamp() + interval '30 days' when 1 then clock_timestamp() - interval '1 hour'
      else created_at + interval '1 hour' end as starts_at
  from (select n, date_trunc('milliseconds', clock_timestamp() - interval '180 days' * (1.05 - n::float8 / $3)) as created_at
    from generate_series($1::int, $2::int) n) numbered
  join seeded_sellers on number = 1 + n % ${sellerCount}
), auction as (
  insert into auctions (auction_id, seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, title,
    minimum_bid_value_in_cents, status, outcome, completed_at)
  select auction_id, seller_id, created_at, starts_at, starts_at + interval '7 days', 'asynchronous',
    'Lot ' || n || ', a walnut desk with "two" drawers', 500, status,
    case when status = 'completed' then 'SOLD' end::auction_outcome, case when status = 'completed' then starts_at + interval '7 days' end
  from planned order by n
)
insert into bids (bid_id, auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents, is_winning_bid)
select uuidv7(created_at - clock_timestamp()), auction_id, seller_id, 'bidder-' || (n + k) % 200 || '@example.com',
  date_trunc('milliseconds', least(starts_at, clock_timestamp()) + k * interval '1 minute'), 500 + 25 * k, status = 'completed' and k = $4::int
from planned, generate_series(1, $4::int) k`;

/** The captures of the `$1` newest auctions, each at the first attempt; a third of them is refunded in part. */
const payments = `
with sold as materialized (
  select uuidv7() as authorization_id, auction_id, seller_id, bid_id, bidder_id, bid_value_in_cents as cents, completed_at as at,
    row_number() over () as n
  from (select * from auctions order by created_at desc limit $1) a join bids using (auction_id, seller_id) where is_winning_bid
), captured as (
  insert into authorizations (authorization_id, auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, captured_in_cents,
    captured_at, provider, provider_reference, state, capture_before, submission_token, created_at, authorized_at, closed_at)
  select authorization_id, auction_id, seller_id, bid_id, bidder_id, bidder_id, cents, cents, at, 'simulated', 'pay_' || n, 'captured',
    at + interval '1 day', authorization_id::text, at, at, at
  from sold
), asked as (
  insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at, answered_at, result)
  select authorization_id, 1, auction_id, bid_id, at, at + interval '40 milliseconds', 'captured' from sold
)
insert into reversals (provider, provider_reference, authorization_id, auction_id, kind, state, amount_in_cents, made_at, changed_at, taken_at)
select 'simulated', 'refund_' || n, authorization_id, auction_id, 'refund', 'succeeded', 100, at, at, at from sold where n % 3 = 0`;
