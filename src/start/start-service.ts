import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { listen } from '../http/listen.ts';
import { makeRoutes } from '../http/routes.ts';
import { makeKeyUse } from '../auth/keys-in-use.ts';
import type { Config } from '../config.ts';
import type { ProcessDeps } from '../deps.ts';
import { makeAlarms } from '../jobs/make-alarms.ts';
import { makeLive } from '../live/live.ts';
import { registry } from '../metrics/metrics.ts';
import { reportOldAdminKeys } from './report-old-admin-keys.ts';
import { reportPaymentSetUp } from './report-payment-set-up.ts';
import { makeGateways } from '../payments/make-gateways.ts';
import { makeLoadShedder } from '../shedding/load-shedder.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { traceStatements } from '../tracing/trace-statements.ts';
import { recognizeDatabase } from '../settlement/recognize-database.ts';
import { startWorker } from '../worker/start-worker.ts';
import { openDatabase } from './open-database.ts';
import { secretsKeyFile } from './secrets-key-file.ts';
import { seed, type Seeded } from './seed.ts';
import { addressFile } from '../embedded/service-files.ts';

export interface RunningService extends AsyncDisposable {
  /** The seeded seller and auction; `null` with `DATABASE_URL`, because nothing is seeded there. */
  readonly seeded: Seeded | null;
}

/**
 * Starts all parts in the order of their dependencies, and closes them in reverse. At the stop `/readyz` first
 * reports for a while that the process stops; then requests finish, then the worker's jobs, then connections close,
 * then the embedded database.
 */
export async function startService({ config: given, log }: { config: Config; log: Logger }): Promise<RunningService> {
  await using closing = new AsyncDisposableStack();
  collectDefaultMetrics({ register: registry });
  const tracing = await startTracing(given);
  if (tracing !== null) closing.use(tracing);
  const db = await openDatabase({ config: given, log }, closing);
  const config = withSecretsKey(given);
  await recognizeDatabase({ db, log });
  await reportOldAdminKeys({ db, log });
  if (tracing !== null) traceStatements(db.pool);
  const alarms = closing.use(makeAlarms({ config, db, log }));
  const keyUse = closing.use(makeKeyUse({ db, log }));
  const live = closing.use(makeLive({ db, log }));
  const gateways = makeGateways({ config, db });
  const deps: ProcessDeps = { config, db, alarms, keyUse, gateways, live, log };
  const seeded = config.databaseUrl === null ? await seed(deps) : null;
  if (config.role !== 'api') closing.use(await startWorker(deps));
  // A worker serves no API, and loads none.
  const app = config.role === 'worker' ? makeRoutes(deps, null) : (await import('../app.ts')).createApp(deps);
  const listening = closing.use(await listen(config, app, makeLoadShedder(deps, app)));
  // Closed first: the server waits for its event streams, and only this ends them.
  closing.use(app);
  closing.defer(async () => {
    app.retire();
    listening.retire();
    await delay(config.shutdownGraceMs);
  });
  if (config.databaseUrl === null) announce(config, closing);
  closing.use(reportPaymentSetUp({ config, log }));
  const open = closing.move();
  return { seeded, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** The embedded database has a key file in its data folder, unless SECRETS_KEY is set. */
function withSecretsKey(config: Config): Config {
  if (config.databaseUrl !== null || config.secretsKeys.length > 0) return config;
  return { ...config, secretsKeys: [secretsKeyFile(config.dataDir)] };
}

/** Writes a file for a second `npm start` in this folder, which then prints the address of the first. */
function announce({ dataDir, publicUrl }: Config, closing: AsyncDisposableStack): void {
  const file = addressFile(dataDir);
  writeFileSync(file, publicUrl);
  closing.defer(() => rmSync(file, { force: true }));
}
