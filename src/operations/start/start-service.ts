import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { makeKeyUse } from '../../platform/auth/keys-in-use.ts';
import type { Config } from '../../platform/config.ts';
import type { ProcessDeps } from '../../payments/deps.ts';
import { addressFile } from '../../platform/embedded/find-embedded-database.ts';
import { ensureSecret } from '../../platform/embedded/postgres-home.ts';
import { listen } from '../http/listen.ts';
import { makeRoutes } from '../http/routes.ts';
import { makeAlarms } from '../../platform/jobs/make-alarms.ts';
import { makeLive } from '../../platform/live/live.ts';
import { readLinkKey } from '../../auctions/mail/link-key.ts';
import { paymentSetUpFaults } from '../../platform/metrics/metrics.ts';
import { providerNames } from '../../payments/providers/provider-name.ts';
import { beginCounters } from './begin-counters.ts';
import { keepProcessMarked } from './keep-process-marked.ts';
import { makeGateways, providers } from '../../payments/providers/providers.ts';
import { watchOutages } from '../../payments/providers/watch-outages.ts';
import { recognizeDatabase } from '../../settlement/recognize-database.ts';
import { makeLoadShedder } from '../shedding/load-shedder.ts';
import { startTracing, traceStatements } from '../../platform/tracing/start-tracing.ts';
import { startWorker } from '../work/start-worker.ts';
import { openDatabase } from './open-database.ts';
import { seed } from './seed.ts';

/**
 * Starts all parts in the order of their dependencies, and closes them in reverse. At the stop `/readyz` first
 * reports for a while that the process stops; then requests finish, then the worker's jobs, then connections close,
 * then the embedded database.
 *
 * @returns `seeded`: the seller and auction; `null` with `DATABASE_URL`, because nothing is seeded there
 */
export async function startService({ config: given, log }: { config: Config; log: Logger }) {
  await using closing = new AsyncDisposableStack();
  collectDefaultMetrics();
  const tracing = await startTracing(given);
  if (tracing !== null) closing.use(tracing);
  const db = await openDatabase({ config: given, log }, closing);
  const sealing = withSecretsKey(given);
  const config = { ...sealing, linkKey: await readLinkKey({ db, config: sealing, log }) };
  await recognizeDatabase({ db, log });
  if (tracing !== null) traceStatements(db.pool);
  const alarms = closing.use(makeAlarms({ config, db, log }));
  const keyUse = closing.use(makeKeyUse({ db, log }));
  const live = closing.use(makeLive({ db, log }));
  const gateways = watchOutages(makeGateways({ config, db }), log);
  const deps: ProcessDeps = { config, db, alarms, keyUse, gateways, live, log };
  const seeded = config.databaseUrl === null ? await seed(deps) : null;
  beginCounters();
  closing.use(keepProcessMarked(deps));
  if (config.role !== 'api') closing.use(await startWorker(deps));
  // A worker serves no API, and loads none.
  const app = config.role === 'worker' ? makeRoutes(deps, null) : (await import('./app.ts')).createApp(deps);
  await app.ready;
  const listening = closing.use(await listen(config, app, makeLoadShedder(deps, app)));
  // Closed first: the server waits for its event streams, and only this ends them.
  closing.use(app);
  closing.defer(async () => {
    app.retire();
    listening.retire();
    await delay(config.shutdownGraceMs);
  });
  if (config.databaseUrl === null) {
    // For a second `npm start` in this folder, which then prints the address of the first.
    const file = addressFile(config.dataDir);
    writeFileSync(file, config.publicUrl);
    closing.defer(() => rmSync(file, { force: true }));
  }
  reportPaymentSetUp({ config, log }, closing);
  const open = closing.move();
  return { seeded, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** The embedded database has a key file in its data folder, unless SECRETS_KEY is set. */
function withSecretsKey(config: Config): Config {
  if (config.databaseUrl !== null || config.secretsKeys.length > 0) return config;
  return { ...config, secretsKeys: [secretsKeyFile(config.dataDir)] };
}

/** Returns the key that seals webhook secrets in the embedded database. */
export function secretsKeyFile(dataDir: string): string {
  return ensureSecret(path.resolve(dataDir, 'secrets.key'), `${randomBytes(32).toString('hex')}\n`).trim();
}

/**
 * Checks after the start whether the payment providers are configured correctly, and logs every fault with its
 * remedy. The service does not wait for the check and starts despite faults: the set-up can be corrected while it
 * runs.
 */
function reportPaymentSetUp(deps: { config: Config; log: Logger }, closing: AsyncDisposableStack): void {
  const stopping = new AbortController();
  const reported = report(deps, stopping.signal);
  closing.defer(() => {
    stopping.abort();
    return reported;
  });
}

/** Checks once. */
export async function report({ config, log }: { config: Config; log: Logger }, signal?: AbortSignal): Promise<void> {
  for (const name of providerNames) {
    try {
      const results = await providers[name].check(config, signal);
      if (signal?.aborted === true) return;
      paymentSetUpFaults.set({ provider: name }, results.filter(({ verdict }) => verdict === 'fault').length);
      for (const { verdict, subject, found, remedy } of results) {
        if (verdict === 'fault') log.error({ provider: name, subject, remedy }, found);
        if (verdict === 'notice') log.warn({ provider: name, subject, remedy }, found);
      }
    } catch (error) {
      log.error({ err: error, provider: name }, 'The set-up of a payment provider could not be checked.');
    }
  }
}
