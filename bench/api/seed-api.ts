import type { PooledDatabase } from '../../src/db/database.ts';
import { type SeededSeller, seedSellers } from '../../test/support/seed-sellers.ts';
import { withoutIndexes } from '../../test/support/without-indexes.ts';

/** What the requests of a round name. */
export interface SeededApi {
  readonly sellers: readonly SeededSeller[];
  /** Sellers without auctions, so that what is written does not change what is read. */
  readonly writers: readonly SeededSeller[];
  /** Auctions of each seller, by its place in `sellers`, with one of the bids of each. */
  readonly auctions: readonly (readonly { readonly auctionId: string; readonly bidId: string }[])[];
}

/** So few that with a million auctions each has more than a hundred thousand. */
const sellerCount = 8;
const batchSize = 50_000;

/** Fills an empty, migrated database: auctions with ten bids each, evenly over the sellers; most are completed. */
export async function seedApi(
  db: PooledDatabase,
  { auctions, bidsEach }: { auctions: number; bidsEach: number },
): Promise<SeededApi> {
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
    await client.query('vacuum analyze sellers, api_keys, auctions, bids');
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
