import type { Connection } from '../db/database.ts';

/** The counts of a seller's auctions, bids and sales. */
export interface Usage {
  /** The statuses that workers have stored: up to a few seconds older than the status by the clock. */
  readonly auctions: { readonly upcoming: number; readonly ongoing: number; readonly completed: number };
  readonly bids: number;
  /** Whole US cents, of winning bids. */
  readonly capturedValueInCents: number;
  /** The latest creation of an auction, placing of a bid or use of a key; `null`: none yet. */
  readonly lastActivityAt: Date | null;
}

/** Counts for one seller at a time, because it reads every bid of the seller. */
export async function countUsage(connection: Connection, sellerId: string): Promise<Usage> {
  const auctions = await connection.query<{ status: keyof Usage['auctions']; count: number }>(
    `select status, count(*)::int as count from auctions where seller_id = $1 group by status`,
    [sellerId],
  );
  const { rows } = await connection.query<Omit<Usage, 'auctions'>>(
    `select count(*)::int as bids,
       coalesce(sum(bid_value_in_cents) filter (where is_winning_bid), 0)::float8 as "capturedValueInCents",
       greatest(
         max(placed_at),
         (select max(created_at) from auctions where seller_id = $1),
         (select max(last_used_at) from api_keys where seller_id = $1)) as "lastActivityAt"
     from bids where seller_id = $1`,
    [sellerId],
  );
  const countOf = new Map(auctions.rows.map(({ status, count }) => [status, count]));
  const counted = (status: keyof Usage['auctions']) => countOf.get(status) ?? 0;
  return {
    ...rows[0]!,
    auctions: { upcoming: counted('upcoming'), ongoing: counted('ongoing'), completed: counted('completed') },
  };
}
