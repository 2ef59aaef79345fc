import { once } from 'node:events';
import { pino } from 'pino';
import { recordOutcomes } from '../../src/bids/record-outcomes.ts';
import { readConfig } from '../../src/config.ts';
import { connectDatabase } from '../../src/db/connect-database.ts';
import { claimMessages } from '../../src/mail/claim-messages.ts';
import { writeMessages } from '../../src/mail/write-messages.ts';
import { claimFollowUps } from '../../src/webhooks/follow-ups.ts';
import { followUpEvents, startFollowUps } from '../../src/worker/follow-up-events.ts';
import { startMail } from '../../src/worker/send-mail.ts';

// A worker process that sends messages, run by a test, which kills it; or that dies by itself, as if killed, where DIES says.
const config = readConfig(process.env);
const db = await connectDatabase(config.databaseUrl!);
const log = pino({ level: 'silent' });
const die = () => process.kill(process.pid, 'SIGKILL');

switch (process.env['DIES']) {
  case 'within the follow-up':
    await db.transaction(async (tx) => {
      const { news } = await claimFollowUps(tx);
      await recordOutcomes(tx, news);
      await writeMessages(tx, news, true);
      die();
    });
    break;
  case 'after the claim':
    await followUpEvents({ config, db });
    await claimMessages(db);
    die();
    break;
  default:
    startFollowUps({ config, db, log });
    startMail({ config, db, log });
}
await once(process, 'SIGTERM');
process.exit(0);
