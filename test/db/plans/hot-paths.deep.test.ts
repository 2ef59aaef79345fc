import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { analyzeGrownTables } from '../../../src/db/analyze-grown-tables.ts';
import { aBidder } from '../../page/bidder.ts';
import { freshDatabase } from '../../support/database.ts';
import { ongoing } from '../../support/insert-auction.ts';
import { startService } from '../../support/service.ts';
import { watchPlans } from '../../support/watch-plans.ts';
import { type Reading, rowsRead } from './rows-read.ts';
import { seedHolds } from './seed-holds.ts';

// What a bid or a page costs does not depend on the number of bids on its auction, whatever the tables held when PostgreSQL made
// its plans. One session makes all of them before the auction gets its bids, and keeps them.

/** The page shows 100 bids: an auction with fewer would be read with fewer rows. */
const few = { persons: 100 };
const many = { persons: 10_000 };

/** Rows that a statement may read beyond the double: parents, keys, what this test's own bids have left. */
const allowance = 20;

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

async function openStage() {
  const { url, db } = closing.use(await freshDatabase());
  const watched = closing.use(await watchPlans(url, { connections: 1 }));
  const service = closing.use(
    await startService({}, { url, db: watched.db, [Symbol.asyncDispose]: () => Promise.resolve() }),
  );
  const seller = await service.seller();
  const auction = async (holds: { persons: number } | null) => {
    const inserted = await service.auction(seller, ongoing);
    if (holds !== null) await seedHolds(db, inserted.auctionId, holds);
    return inserted;
  };

  /** Takes each step at an auction once. @returns what its statements have read */
  async function walk({ auctionId }: { auctionId: string }): Promise<Map<string, Map<string, Reading>>> {
    const email = `${randomUUID()}@example.com`;
    const bidder = aBidder(service, { auctionId });
    const bid = (dollars: number) =>
      bidder.bid({ email, amount: String(dollars), confirmed: `${dollars * 100} high backup raise` });
    const steps = {
      page: () => aBidder(service, { auctionId }).open(),
      bid: () => bid(400),
      raise: () => bid(500),
      refusal: () => bid(450),
      rank: () => seller.graphql(`{ auction(auctionId: "${auctionId}") { bidCount leadingBid { bidId } } }`),
    };
    const readings = new Map<string, Map<string, Reading>>();
    for (const [step, take] of Object.entries(steps)) readings.set(step, rowsRead(await watched.during(take)));
    return readings;
  }

  return { db, auction, walk };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/** What the tables hold when the plans are made. */
const origins: Record<string, (stage: Stage) => Promise<unknown>> = {
  'while the tables were empty': () => Promise.resolve(),
  'while each auction had one bidder': async ({ db, auction }) => {
    for (let n = 0; n < 200; n += 1) await auction({ persons: 1 });
    await db.query('vacuum analyze');
  },
};

describe.each(Object.entries(origins))('by plans that were made %s', (_, prepare) => {
  test('a bid, a raise, a refusal, a page and the rank read as much at 20,000 holds as at 200', async () => {
    const stage = await openStage();
    await prepare(stage);
    await stage.walk(await stage.auction(null));
    const usual = await stage.walk(await stage.auction(few));
    const popular = await stage.auction(many);
    expect(faultsOf(usual, await stage.walk(popular))).toEqual([]);
    await analyzeGrownTables(stage.db);
    expect(faultsOf(usual, await stage.walk(popular))).toEqual([]);
  }, 300_000);
});

function faultsOf(usual: Map<string, Map<string, Reading>>, now: Map<string, Map<string, Reading>>): string[] {
  return [...now].flatMap(([step, readings]) =>
    [...readings].flatMap(([statement, { rows, scans }]) => {
      const most = 2 * (usual.get(step)?.get(statement)?.rows ?? 0) + allowance;
      return rows <= most
        ? []
        : [`${step}: ${rows} rows, ${most} at most: ${scans.join(', ')}: ${statement.slice(0, 200)}`];
    }),
  );
}
