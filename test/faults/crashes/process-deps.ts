import { pino } from 'pino';
import { readConfig } from '../../../src/platform/config.ts';
import { connectDatabase } from '../../../src/platform/db/connect-database.ts';
import { makeAlarms } from '../../../src/platform/jobs/make-alarms.ts';
import { makeLive } from '../../../src/platform/live/live.ts';
import { makeGateways } from '../../../src/payments/providers/providers.ts';
import { withSpoilingCards } from '../../providers/spoiling-cards.ts';
import type { ProcessDeps } from './scenarios.ts';
import { withDatabase } from '../../support/settings.ts';

/** What a process of the service is made with, as `src/operations/start/start-service.ts` makes it. */
export async function processDeps(
  { databaseUrl, redisUrl, smtpUrl }: { databaseUrl: string; redisUrl: string | null; smtpUrl?: string },
  closing: AsyncDisposableStack,
): Promise<ProcessDeps> {
  const config = {
    ...readConfig({
      ...withDatabase(databaseUrl),
      REDIS_URL: redisUrl ?? '',
      ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl, MAIL_FROM: 'auctions@auctions.test' }),
    }),
    linkKey: 'cd'.repeat(32),
  };
  const log = pino({ level: process.env['FAULTS_LOG_LEVEL'] ?? 'silent' }, pino.destination(2));
  const db = closing.use(await connectDatabase(databaseUrl));
  const alarms = closing.use(makeAlarms({ config, db, log }));
  const live = closing.use(makeLive({ db, log }));
  const made = makeGateways({ config, db });
  const gateways = { ...made, simulated: withSpoilingCards(made.simulated, db) };
  return { config, db, alarms, live, gateways, log };
}
