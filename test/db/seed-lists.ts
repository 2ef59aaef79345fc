import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { auctionsAndBids } from './auctions-and-bids.ts';
import { type SeededSeller, seedSellers } from '../support/seed-sellers.ts';
import { withoutIndexes } from '../support/without-indexes.ts';

export interface SeededLists {
  /** Has a tenth of all auctions, and all of those with thousands of bids. */
  readonly large: SeededSeller;
  /** Has one auction. */
  readonly single: SeededSeller;
  /** Have about a thousand auctions each, however many sellers there are. */
  readonly typical: readonly SeededSeller[];
  /** Everybody with a key, those without a single auction included. */
  readonly everybody: readonly SeededSeller[];
}

/** Also with few auctions there are this many sellers, so that a key is looked up among as many. */
const minSellers = 1_000;

const auctionsPerSeller = 1_000;
const batchSize = 100_000;

/**
 * Fills an empty, migrated database: `auctions` auctions over the last `days` days and into the coming ones, with five
 * bids each on average. Nearly all are completed; a few are due and wait for a worker.
 *
 * @param options.days fewer days make a larger share of upcoming and ongoing auctions
 */
export async function seedLists(
  db: PooledDatabase,
  { auctions, days = 180 }: { auctions: number; days?: number },
): Promise<SeededLists> {
  const busySellers = Math.max(3, Math.round(auctions / auctionsPerSeller));
  const client = await db.pool.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off; select setseed(0.25)`);
    const everybody = await seedSellers(client, Math.max(minSellers, busySellers));
    // Rows are made whole and consistent here; looking up both parents of five million bids would take minutes.
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    await withoutIndexes(client, ['auctions', 'bids'], async () => {
      for (let first = 1; first <= auctions; first += batchSize) {
        const last = Math.min(first + batchSize - 1, auctions);
        await client.query(auctionsAndBids, [first, last, auctions, busySellers, days, rows[0]!.now]);
      }
    });
    // Triggers do not run in this session.
    await client.query(
      `insert into bid_counts (auction_id, seller_id, status, bid_count, highest_bid_value_in_cents)
       select auction_id, a.seller_id, status, count(bid_id), coalesce(max(bid_value_in_cents), 0)
       from auctions a left join bids using (auction_id) group by auction_id`,
    );
    await client.query('vacuum analyze sellers, api_keys, auctions, bids, bid_counts');
    const [large, single, ...rest] = everybody as [SeededSeller, SeededSeller, ...SeededSeller[]];
    return { large, single, typical: rest.slice(0, busySellers - 2), everybody };
  } finally {
    // Closed, because its settings are not for anybody else.
    client.release(true);
  }
}
