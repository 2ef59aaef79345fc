import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { brokenRules } from './broken-rules.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';

vi.setConfig({ testTimeout: 180_000 });

let stage: AuctionStage;
let proxy: CuttingProxy;
let db: PooledDatabase;
let deps: ProcessDeps;
beforeEach(async () => {
  stage = await setAuctionStage();
  const { service } = stage;
  proxy = await startCuttingProxy(service.db.url);
  db = await connectDatabase(proxy.url);
  deps = { ...service.deps, db, gateways: makeGateways({ config: service.deps.config, db }) };
});
afterEach(async () => {
  await db[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const form = (bidderId: string, valueInCents: number) =>
  bidRequest(stage.auction.auctionId, { bidderId, valueInCents, cardToken: 'simulated_card_visa' });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ message }: Error) => message,
  );

/** Waits until as many sessions are at a statement, or wait for the rest of one. */
const areAt = (event: string, count: number) =>
  expect
    .poll(async () => {
      const text = `select from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = '${event}'`;
      return (await stage.service.db.query(text)).rowCount;
    })
    .toBe(count);

async function comeToRest(): Promise<void> {
  await stage.hurry();
  await stage.work();
  expect(await brokenRules(stage.service.db)).toEqual([]);
}

test('an auction whose row is locked by a process without a network takes bids again within seconds', async () => {
  proxy.withholdEndOf('write-bid');
  const lost = failureOf(placeBid(deps, form('ann@example.com', 5_000)));
  await areAt('ClientRead', 1);
  expect(await placeBid(stage.service.deps, form('bob@example.com', 6_000))).toMatchObject({ outcome: 'placed' });
  expect(await lost).toContain('transaction timeout');
  await comeToRest();
});

test('bids that wait for the answer to another bid, which is lost, are placed by another connection', async () => {
  const submitted = form('ann@example.com', 5_000);
  proxy.silenceAt('write-bid');
  const lost = failureOf(placeBid(deps, submitted));
  await vi.waitFor(async () => expect((await stage.service.db.query('select from bids')).rowCount).toBe(1));
  expect(await placeBid(deps, form('bob@example.com', 6_000))).toMatchObject({ outcome: 'placed' });
  expect(await lost).toBe('Query read timeout');
  expect(await placeBid(deps, submitted)).toMatchObject({ outcome: 'placed' });
  await comeToRest();
});
