import { expect, test } from 'vitest';
import { planFaults } from '../support/plan-faults.ts';
import { seedAuctionsWithBids } from '../../bench/seed-auctions-with-bids.ts';
import { watchPlans } from '../support/watch-plans.ts';
import { findAuctionsToSettle } from '../../src/settlement/settle-due-auctions.ts';
import { freshDatabase } from '../support/database.ts';

const auctions = 1_500;
const captured = 600;
const wanted = 20;

test('finds the next few of thousands that ended at one instant by indexes, after any captures', async () => {
  await using database = await freshDatabase();
  const { pool } = database.db;
  await seedAuctionsWithBids(database.db, { auctions, bidsEach: 2 });
  await pool.query(
    `update auctions set bidding_period_ends_at = t.now from (select date_trunc('milliseconds', clock_timestamp()) as now) t`,
  );
  await pool.query(
    `with chosen as (select distinct on (auction_id) auction_id, authorization_id from authorizations order by auction_id limit $1),
      done as (
        update auctions set status = 'completed', outcome = 'SOLD', completed_at = clock_timestamp()
        where auction_id in (select auction_id from chosen))
     update authorizations set state = 'captured', closed_at = clock_timestamp()
     where authorization_id in (select authorization_id from chosen)`,
    [captured],
  );

  await using watched = await watchPlans(database.url);
  let found: string[] = [];
  const statements = await watched.during(async () => {
    found = await findAuctionsToSettle(watched.db.pool, wanted);
  });

  expect(found).toHaveLength(wanted);
  const more = await findAuctionsToSettle(pool, wanted, { except: found });
  expect(new Set([...found, ...more]).size).toBe(2 * wanted);
  // Whether all is held, the auctions by the real clock, and those of advanced clocks.
  expect(statements).toHaveLength(3);
  // So few sellers are read faster without an index.
  const faults = statements.flatMap((statement) => planFaults(statement, wanted));
  expect(faults.filter((fault) => !fault.startsWith('reads all of sellers'))).toEqual([]);
});
