import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { claimDeliveries } from '../../src/auctions/webhooks/claim-deliveries.ts';
import { sendWebhooks } from '../../src/operations/work/send-webhooks.ts';
import { insertDeliveries } from './outbox.ts';

// A worker process that sends webhooks, run by a test, which kills it; or that dies by itself, as if killed, right after
// what DIES names.
const config = readConfig(process.env);
const db = await connectDatabase(config.databaseUrl!);
const log = pino({ level: 'silent' });
const die = () => process.kill(process.pid, 'SIGKILL');

switch (process.env['DIES']) {
  case 'commit': {
    const [endpointId, sellerId] = process.env['ENDPOINT']!.split(' ') as [string, string];
    await insertDeliveries(db, { endpointId, sellerId, secret: '' }, 5);
    die();
    break;
  }
  case 'claim':
    await claimDeliveries(db, 250);
    die();
    break;
  default:
    sendWebhooks({ config, db, log });
}
await once(process, 'SIGTERM');
process.exit(0);
