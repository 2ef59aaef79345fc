import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { claimDeliveries } from '../../src/auctions/webhooks/claim-deliveries.ts';
import { sendWebhooks } from '../../src/operations/work/send-webhooks.ts';

// A worker process that sends webhooks, run by a test, which kills it; or that dies by itself, as if killed, right after
// its claim of deliveries.
const config = readConfig(process.env);
const db = await connectDatabase(config.databaseUrl!);
const log = pino({ level: 'silent' });

if (process.env['DIES'] === 'claim') {
  await claimDeliveries(db, 250);
  process.kill(process.pid, 'SIGKILL');
}
sendWebhooks({ config, db, log });
await once(process, 'SIGTERM');
process.exit(0);
