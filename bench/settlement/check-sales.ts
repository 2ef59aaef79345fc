import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { brokenRules } from '../../test/faults/broken-rules.ts';

/** Checks that every auction went to its highest bid, which alone was captured, and that all other money was released. */
export async function checkSales(
  db: PooledDatabase,
  { auctions, bidsEach }: { auctions: number; bidsEach: number },
): Promise<string[]> {
  const { rows } = await db.query<{ sold: number; captured: number; released: number }>(`
    select (select count(*)::int from auctions where outcome = 'SOLD') as sold,
      (select count(*)::int from authorizations a join bids b using (bid_id) where state = 'captured' and is_winning_bid
         and bid_value_in_cents = (select max(bid_value_in_cents) from bids o where o.auction_id = b.auction_id)) as captured,
      (select count(*)::int from authorizations where state = 'released') as released`);
  const expected = { sold: auctions, captured: auctions, released: auctions * (bidsEach - 1) };
  const faults = Object.entries(rows[0]!).filter(([what, count]) => count !== expected[what as keyof typeof expected]);
  return [...faults.map(([what, count]) => `${count} auctions or holds are ${what}`), ...(await brokenRules(db))];
}
