import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { makeKeyUse } from '../../src/platform/auth/keys-in-use.ts';
import { atCrashPoints, type CrashPoint } from '../../src/core/crash-point.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { migrateWithLedger } from '../support/migrate-with-ledger.ts';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { readAnswer } from '../support/answer.ts';
import { freePort } from '../support/free-port.ts';
import { insertAuction } from '../support/insert-auction.ts';
import { makeSeller, type Seller } from '../support/seller.ts';
import { brokenRules } from './broken-rules.ts';
import { processDeps } from './crashes/process-deps.ts';
import { allIsAtRest, moneyIsAtRest, passAMinute } from './crashes/rest.ts';
import { bid, type ProcessDeps } from './crashes/scenarios.ts';

let dataDir: string;
let port: number;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'auction-restart-'));
  // Where root runs the tests, PostgreSQL runs as another user, who has to get here.
  await chmod(dataDir, 0o755);
  port = await freePort();
  server = await start();
  await migrateWithLedger(server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startEmbeddedPostgres({ dataDir, port, settings: { TimeZone: 'Asia/Kolkata' } });

let closing: AsyncDisposableStack;
let deps: ProcessDeps;
let seller: Seller;
beforeEach(async () => {
  closing = new AsyncDisposableStack();
  deps = await processDeps({ databaseUrl: server.url, redisUrl: null }, closing);
  const keyUse = closing.use(makeKeyUse({ db: deps.db, log: pino({ level: 'silent' }) }));
  const app = closing.use(createApp({ ...deps, keyUse }));
  const send = async (path: string, init: RequestInit) =>
    readAnswer(await app.fetch(new Request(new URL(path, 'http://localhost'), init)));
  seller = await makeSeller(deps.db, send);
});
afterEach(async () => {
  atCrashPoints(() => undefined);
  await closing.disposeAsync();
});

const points: CrashPoint[] = [
  'settle: capture recorded',
  'settle: inside the transaction',
  'settle: capture applied',
  'release: claimed',
];

test.each(points)(
  'PostgreSQL restarts during a close, at "%s": requests are told to wait, then all is settled',
  { timeout: 90_000 },
  async (point) => {
    const { db } = deps;
    const auction = await insertAuction(db, seller, {
      startsInSeconds: -3_600,
      endsInSeconds: 3_600,
      status: 'ongoing',
    });
    await bid(deps, auction, 5_000, 'visa');
    await bid(deps, auction, 7_000, 'visa');
    await bid(deps, auction, 9_000, 'capture_declined');
    let stopped: PromiseLike<void> | undefined;
    atCrashPoints((reached) => {
      if (reached === point) stopped ??= server[Symbol.asyncDispose]();
    });
    await db.query(
      `update auctions set bidding_period_ends_at = clock_timestamp() + interval '0.5 s' where auction_id = $1`,
      [auction.auctionId],
    );
    closing.use(await startWorker(deps));

    await expect.poll(() => stopped !== undefined, { timeout: 20_000, interval: 5 }).toBe(true);
    await stopped;
    const { status, headers, body } = await seller.get(`/v1/auctions/${auction.auctionId}`);
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    await delay(1_000);
    server = await start();

    await expect.poll(() => moneyIsAtRest(db).catch(() => false), { timeout: 30_000, interval: 100 }).toBe(true);
    if (!(await allIsAtRest(db))) await passAMinute(db);
    expect(await brokenRules(db)).toEqual([]);
    const { rows } = await db.query<object>(
      'select bid_value_in_cents as value from bids where auction_id = $1 and is_winning_bid',
      [auction.auctionId],
    );
    expect(rows).toEqual([{ value: 7_000 }]);
    expect((await seller.get(`/v1/auctions/${auction.auctionId}`)).status).toBe(200);
  },
);
