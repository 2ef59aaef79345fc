import type { PooledDatabase } from '../src/db/database.ts';
import { compareBooks } from '../test/payments/compare-books.ts';

/**
 * Whether every auction went to its highest bid, which alone was captured, and all other money was released.
 *
 * @returns what is not so
 */
export async function checkSales(
  db: PooledDatabase,
  { auctions, bidsEach }: { auctions: number; bidsEach: number },
): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await db.query<{ counted: string; found: number }>(`
    select 'auctions sold' as counted, count(*)::int as found from auctions where status = 'completed' and outcome = 'SOLD'
    union all
    select 'auctions won by their highest bid', count(*)::int from bids
    where is_winning_bid and bid_value_in_cents = (select max(bid_value_in_cents) from bids other where other.auction_id = bids.auction_id)
    union all
    select 'captures of the winning bid', count(*)::int from authorizations join bids using (bid_id) where state = 'captured' and is_winning_bid
    union all
    select 'captures', count(*)::int from authorizations where state = 'captured'
    union all
    select 'captures asked for', count(*)::int from capture_attempts
    union all
    select 'releases', count(*)::int from authorizations where state = 'released'`);
  for (const { counted, found } of rows) {
    const expected = counted === 'releases' ? auctions * (bidsEach - 1) : auctions;
    if (found !== expected) faults.push(`${counted}: ${found} in place of ${expected}`);
  }
  const disagreements = await compareBooks(db);
  if (disagreements.length > 0) faults.push(`the books disagree on ${disagreements.length} payments`);
  return faults;
}
