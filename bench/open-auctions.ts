import type { Connection } from '../src/db/database.ts';

/** Auctions of one test seller that take bids for hours. */
export async function openAuctions(connection: Connection, count: number): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>(
    `with seller as (insert into sellers (name, mode) values ('Seller of ' || $1::int || ' auctions', 'test') returning seller_id)
     insert into auctions (
       seller_id, bidding_period_starts_at, bidding_period_ends_at, type, title, minimum_bid_value_in_cents, status)
     select seller_id, clock_timestamp() - interval '1 hour', clock_timestamp() + interval '1 day', 'asynchronous',
       'Lot ' || n, 500, 'ongoing'
     from seller, generate_series(1, $1::int) n
     returning auction_id as "auctionId"`,
    [count],
  );
  return rows.map(({ auctionId }) => auctionId);
}
