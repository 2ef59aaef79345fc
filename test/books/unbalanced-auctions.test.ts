import { expect, test } from 'vitest';
import { planFaults } from '../support/plan-faults.ts';
import { seedAuctionsWithBids } from '../../bench/seed-auctions-with-bids.ts';
import { watchPlans } from '../support/watch-plans.ts';
import { findUnbalanced } from '../../src/settlement/books/ledger.ts';
import { freshDatabase } from '../support/database.ts';

const auctions = 1_000;
const bidsEach = 2;
const wanted = 200;

test('checking balances reads the movements of each auction once, also where the statistics know of no completed auction', async () => {
  await using database = await freshDatabase();
  const { db } = database;
  await seedAuctionsWithBids(db, { auctions, bidsEach });
  await db.query(`update authorizations set state = 'released', closed_at = clock_timestamp()`);
  const { rows } = await db.query<{ auctionId: string }>(
    `update auctions set status = 'completed', outcome = 'UNSOLD', completed_at = clock_timestamp()
     returning auction_id as "auctionId"`,
  );
  const auctionIds = rows.slice(0, wanted).map(({ auctionId }) => auctionId);

  await using watched = await watchPlans(database.url);
  let found: string[] = [];
  const statements = await watched.during(async () => {
    found = await findUnbalanced(watched.db.pool, auctionIds);
  });

  expect(found).toEqual([]);
  expect(statements.flatMap((statement) => planFaults(statement, wanted * bidsEach))).toEqual([]);
});
