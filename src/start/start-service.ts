import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { createApp } from '../app.ts';
import { makeKeyUse } from '../auth/key-use.ts';
import type { Config } from '../config.ts';
import { readClockAhead } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';
import { makeAlarms } from '../jobs/make-alarms.ts';
import { makeLive } from '../live/live.ts';
import { registry } from '../metrics/metrics.ts';
import { makeGateways } from '../payments/make-gateways.ts';
import { makeLoadShedder } from '../shedding/load-shedder.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { traceStatements } from '../tracing/trace-statements.ts';
import { startWorker } from '../worker/start-worker.ts';
import { listen } from './listen.ts';
import { openDatabase } from './open-database.ts';
import { seedExampleAuction } from './seed-example-auction.ts';
import { seedTestSeller } from './seed-test-seller.ts';
import { addressFile } from './service-files.ts';

export interface Seeded {
  readonly key: string;
  readonly exampleAuctionId: string;
  /** By how much the test seller has advanced its clock in earlier runs. */
  readonly clockAheadSeconds: number;
}

export interface RunningService extends AsyncDisposable {
  /** What a newcomer starts with; `null` with a database of one's own, which nothing is seeded into. */
  readonly seeded: Seeded | null;
}

/**
 * Makes everything in the order in which it needs one another, and closes it in reverse. Before anything is
 * closed, `/readyz` says for a while that it will be; then requests finish, then the worker's jobs, then the connections
 * are closed, then the embedded database.
 */
export async function startService({ config, log }: { config: Config; log: Logger }): Promise<RunningService> {
  await using closing = new AsyncDisposableStack();
  collectDefaultMetrics({ register: registry });
  const tracing = await startTracing(config);
  if (tracing !== null) closing.use(tracing);
  const db = await openDatabase({ config, log }, closing);
  if (tracing !== null) {
    traceStatements(db.pool);
    if (db.replica !== null) traceStatements(db.replica.pool);
  }
  const alarms = closing.use(makeAlarms({ config, db, log }));
  const keyUse = closing.use(makeKeyUse({ db, log }));
  const live = closing.use(makeLive({ db, log }));
  const gateways = makeGateways({ config, db });
  const deps: Deps = { config, db, alarms, keyUse, gateways, live, log };
  const seeded = config.databaseUrl === null ? await seed(deps) : null;
  if (config.role !== 'api') closing.use(await startWorker(deps));
  const app = createApp(deps);
  const listening = closing.use(await listen(config, app, makeLoadShedder(deps)));
  // First: a server waits for its streams, and they end by nothing else.
  closing.use(app);
  closing.defer(async () => {
    app.retire();
    listening.retire();
    await delay(config.shutdownGraceMs);
  });
  if (config.databaseUrl === null) announce(config, closing);
  const open = closing.move();
  return { seeded, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

async function seed(deps: Deps): Promise<Seeded> {
  const { key, viewer } = await seedTestSeller(deps);
  return {
    key,
    exampleAuctionId: await seedExampleAuction(deps, viewer),
    clockAheadSeconds: await readClockAhead(deps.db.pool, viewer.sellerId),
  };
}

/** For a second `npm start` in this folder, which says where the first one answers. */
function announce({ dataDir, publicUrl }: Config, closing: AsyncDisposableStack): void {
  const file = addressFile(dataDir);
  writeFileSync(file, publicUrl);
  closing.defer(() => rmSync(file, { force: true }));
}
