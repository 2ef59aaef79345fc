import type { PooledDatabase } from '../src/db/database.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Upcoming auctions of one seller, of which the first starts tomorrow. */
export async function addFutureAuctions(db: PooledDatabase, count: number): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('set synchronous_commit = off');
    await withoutIndexes(client, ['auctions'], async () => {
      await client.query(
        `with seller as (insert into sellers (name, mode) values ('Seller of the future', 'test') returning seller_id)
         insert into auctions (
           seller_id, bidding_period_starts_at, bidding_period_ends_at, type, title, minimum_bid_value_in_cents)
         select seller_id, starts_at, starts_at + interval '3 days', 'asynchronous', 'Lot ' || n, 500
         from seller, generate_series(1, $1::int) n,
           lateral (select clock_timestamp() + interval '1 day' + random() * 300 * interval '1 day' + n * interval '0' as starts_at) t`,
        [count],
      );
    });
    await client.query('vacuum analyze auctions');
    await client.query('checkpoint');
  } finally {
    // Closed, because its settings are not for anybody else.
    client.release(true);
  }
}
