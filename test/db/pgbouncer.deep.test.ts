import { expect, vi } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { brokenRules } from '../faults/broken-rules.ts';
import { allIsAtRest } from '../faults/crashes/rest.ts';
import { makeClient } from '../rolling/make-client.ts';
import { bidOnce } from '../rolling/make-load.ts';
import { watchAuction } from '../rolling/watch-auction.ts';
import { readAnswer } from '../support/answer.ts';
import { freshDatabase } from '../support/database.ts';
import { testWith } from '../support/describe-with.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { makeSeller } from '../support/seller.ts';
import { publicUrl } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { withDatabase } from '../support/settings.ts';

vi.setConfig({ testTimeout: 120_000 });

// docs/operations/scaling.md shows it.
const connectQuery = `set TimeZone = 'UTC'; set plan_cache_mode = 'force_generic_plan'`;

testWith('pgbouncer', 'the service works through PgBouncer in transaction mode', async () => {
  await using database = await freshDatabase();
  const { db } = database;
  await using pooler = await startPgBouncer(database.url, { connectQuery });
  // The queues live in PostgreSQL, too, which takes most of it.
  await using service = await startServiceProcess({
    ...withDatabase(pooler.url),
    DATABASE_DIRECT_URL: database.url,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
  });
  const client = makeClient(service.url, () => false);
  const seller = await makeSeller(db, async (path, init) => readAnswer(await client.ask(path, init)));
  const { auctionId } = await insertAuction(db, seller, ongoing);
  const watcher = watchAuction(client.ask, { key: seller.key, auctionId });
  await vi.waitFor(() => expect(watcher.streams).toBe(2), { timeout: 20_000 });

  // More at once than there are connections, several times each, so that every statement meets sessions that have not prepared it.
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let time = 0; time < 4; time += 1) {
        expect(await bidOnce(client, { auctionId })).not.toBe(null);
        expect((await seller.get('/v1/auctions?includeBids=true')).status).toBe(200);
        expect((await seller.get(`/v1/bids?auctionId=${auctionId}&limit=5`)).status).toBe(200);
      }
    }),
  );
  await vi.waitFor(() => expect(watcher.bidIds).toHaveLength(32), { timeout: 20_000 });

  const advanced = await seller.mutate('advanceTestClock', { bySeconds: 7200 }, 'clock { now }');
  expect(advanced.body.errors).toBe(undefined);
  await vi.waitFor(async () => expect(await allIsAtRest(db)).toBe(true), { timeout: 60_000, interval: 200 });
  const { body } = await seller.get(`/v1/auctions/${auctionId}?includeBids=true`);
  expect(body.auction.status).toBe('completed');
  expect(body.auction.bids.filter((bid: { isWinningBid: boolean }) => bid.isWinningBid)).toHaveLength(1);
  expect(await brokenRules(db)).toEqual([]);
  await watcher.stop();
  expect(client.failures).toEqual([]);
});

testWith('pgbouncer', 'statements run again after a pipeline that has failed before them', async () => {
  await using database = await freshDatabase();
  await using pooler = await startPgBouncer(database.url, { connectQuery });
  await using db = await connectDatabase(pooler.url, { directUrl: database.url, connections: 1 });
  const first = { name: 'first', text: 'select 1 as number' };
  const failing = { name: 'failing', text: 'select 1 / $1::int', values: [0] };
  const later = { name: 'later', text: 'select 3 as number' };
  // More often than the pooler has sessions of PostgreSQL.
  for (let time = 0; time < 4; time += 1) {
    await expect(db.pipeline([first, failing, later])).rejects.toThrow('division by zero');
    expect((await db.pipeline([first, later])).map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 3 }]]);
    expect((await db.query(later)).rows).toEqual([{ number: 3 }]);
  }
});

testWith('pgbouncer', 'a pooler whose sessions are not in UTC is refused, with what to do', async () => {
  await using database = await freshDatabase();
  await using pooler = await startPgBouncer(database.url, { connectQuery: null });
  await expect(connectDatabase(pooler.url, { directUrl: database.url })).rejects.toThrow(connectQuery);
});
