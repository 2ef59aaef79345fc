import { afterAll, expect, test } from 'vitest';
import { makeFollowBids } from '../../src/auctions/bids/follow-bids.ts';
import { rowsRead } from '../db/plans/rows-read.ts';
import { seedHolds } from '../db/plans/seed-holds.ts';
import { freshDatabase } from '../support/database.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { watchPlans } from '../support/watch-plans.ts';

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

const { url, db } = closing.use(await freshDatabase());
const watched = closing.use(await watchPlans(url, { connections: 1 }));
const service = closing.use(
  await startService({}, { url, db: watched.db, [Symbol.asyncDispose]: () => Promise.resolve() }),
);
const seller = await service.seller();

/** Follows an auction after its fourth last bid. @returns what each statement has read */
async function followLast({ auctionId }: { auctionId: string }) {
  const { rows } = await db.query<{ bidId: string }>(
    'select bid_id as "bidId" from bids where auction_id = $1 order by transcript_position desc limit 4',
    [auctionId],
  );
  const [after, ...expected] = rows.map(({ bidId }) => bidId).reverse();
  const readings = await watched.during(async () => {
    const viewer = { ...seller, scopes: new Set(['auctions:read', 'bids:read'] as const), mode: 'test' as const };
    const bids = await makeFollowBids(service.deps)({ ...viewer, requestId: '' }, auctionId, after!);
    for (const bidId of expected) expect(await bids.next()).toMatchObject({ value: { bidId } });
    await bids.return?.();
  });
  return rowsRead(readings);
}

test('a reader that follows a popular auction reads the bids that it has missed, by plans that were made while there were few', async () => {
  const small = await service.auction(seller, ongoing);
  await seedHolds(db, small.auctionId, { persons: 2 });
  await followLast(small);
  const popular = await service.auction(seller, ongoing);
  await seedHolds(db, popular.auctionId, { persons: 1_000 });
  const readings = [...(await followLast(popular))];
  expect(readings.map(([text]) => text)).toContainEqual(expect.stringContaining('from transcript_lines where'));
  expect(readings.filter(([, { rows }]) => rows > 20)).toEqual([]);
});
