import { pino } from 'pino';
import { createApp } from '../../src/operations/start/app.ts';
import type { App } from '../../src/operations/http/routes.ts';
import { makeKeyUse } from '../../src/platform/auth/keys-in-use.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { makeLive } from '../../src/platform/live/live.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { withDatabase } from './settings.ts';

export interface OpenService extends AsyncDisposable {
  readonly app: App;
  readonly deps: ProcessDeps;
}

/**
 * The service as it runs, its queue in PostgreSQL included, but asked without a socket; no worker changes what is measured.
 *
 * @param overrides in place of what the service is made with
 */
export function openService(db: PooledDatabase, overrides: Partial<ProcessDeps> = {}): OpenService {
  const closing = new AsyncDisposableStack();
  const config = readConfig({ ...withDatabase(db.url), RATE_LIMIT_KEY: 'off', RATE_LIMIT_IP: 'off' });
  const log = pino({ level: 'warn' }, pino.destination(2));
  const alarms = closing.use(makeAlarms({ config, db, log }));
  const keyUse = closing.use(makeKeyUse({ db, log }));
  const live = closing.use(makeLive({ db, log }));
  const gateways = makeGateways({ config, db });
  const deps: ProcessDeps = { config, db, alarms, keyUse, gateways, live, log, ...overrides };
  return { app: createApp(deps), deps, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
