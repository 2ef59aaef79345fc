import { pino } from 'pino';
import { readConfig } from '../../../src/config.ts';
import { connectDatabase } from '../../../src/db/database.ts';
import { makeAlarms } from '../../../src/jobs/make-alarms.ts';
import { makeLive } from '../../../src/live/live.ts';
import { makeGateways } from '../../../src/payments/make-gateways.ts';
import { makeOneCallGateway, makeSimulatedGateway } from '../../../src/payments/simulated/make-simulated-gateway.ts';
import { asSimulated } from '../../support/as-simulated.ts';
import type { ProcessDeps } from './scenarios.ts';

/** What a process of the service is made with, as `src/start/start-service.ts` makes it. */
export async function processDeps(
  {
    databaseUrl,
    redisUrl,
    holdsInOneCall = false,
  }: { databaseUrl: string; redisUrl: string | null; holdsInOneCall?: boolean },
  closing: AsyncDisposableStack,
): Promise<ProcessDeps> {
  const config = readConfig({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? '' });
  const log = pino({ level: process.env['FAULTS_LOG_LEVEL'] ?? 'silent' }, pino.destination(2));
  const db = closing.use(await connectDatabase(databaseUrl));
  const alarms = closing.use(makeAlarms({ config, db, log }));
  const live = closing.use(makeLive({ db, log }));
  const gateways = makeGateways({ config, db });
  const makeGateway = holdsInOneCall ? makeOneCallGateway : makeSimulatedGateway;
  const simulated = asSimulated(makeGateway({ db }, { deadlineMs: config.paymentTimeoutMs }));
  return { config, db, alarms, live, gateways: { ...gateways, simulated }, log };
}
