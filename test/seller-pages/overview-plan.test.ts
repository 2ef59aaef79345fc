import { afterAll, expect, test } from 'vitest';
import { rowsRead } from '../db/plans/rows-read.ts';
import { freshDatabase } from '../support/database.ts';
import { unsold } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { watchPlans } from '../support/watch-plans.ts';

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

test('an overview reads the open disputes of its own seller alone', async () => {
  const { url, db } = closing.use(await freshDatabase());
  const watched = closing.use(await watchPlans(url, { connections: 1 }));
  const service = closing.use(
    await startService({}, { url, db: watched.db, [Symbol.asyncDispose]: () => Promise.resolve() }),
  );
  const [seller, other] = [await service.seller(), await service.seller()];
  const dispute = async ({ sellerId }: { sellerId: string }, count: number) => {
    const { auctionId } = await service.auction({ sellerId }, unsold);
    // Past the rules of a payment, of which the overview reads nothing.
    await db.transaction(async (tx) => {
      await tx.query(`set local session_replication_role = 'replica'`);
      await tx.query(
        `insert into reversals (provider, provider_reference, authorization_id, auction_id, seller_id, kind, state, amount_in_cents, made_at, taken_at)
         select 'simulated', $1::uuid::text || n, gen_random_uuid(), $1::uuid, $2, 'dispute', 'open', 100, clock_timestamp(), clock_timestamp() from generate_series(1, $3::int) n`,
        [auctionId, sellerId, count],
      );
    });
    return auctionId;
  };
  await dispute(other, 3_000);
  const auctionId = await dispute(seller, 1);
  await db.query('analyze reversals');
  const concerns = async () => {
    const { body } = await seller.graphql(
      '{ overview(fromTimestamp: 0, beforeTimestamp: 1) { concerns { kind auctionId } } }',
    );
    return body.data.overview.concerns;
  };
  const statements = await watched.during(async () => {
    expect(await concerns()).toEqual([{ kind: 'DISPUTE', auctionId }]);
  });
  const read = [...rowsRead(statements)].find(([text]) => text.includes('concerns'))![1];
  expect(read.rows, read.scans.join(', ')).toBeLessThan(50);
});
