import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { atCrashPoints } from '../../src/core/crash-point.ts';
import { readLinkKey } from '../../src/auctions/mail/link-key.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { startFollowUps } from '../../src/operations/work/follow-up-events.ts';
import { startMail } from '../../src/operations/work/send-mail.ts';

// A worker process that sends messages, run by a test, which kills it; or that kills itself at the crash point that DIES names.
const settings = readConfig(process.env);
const db = await connectDatabase(settings.databaseUrl!);
const log = pino({ level: 'silent' });
const config = { ...settings, linkKey: await readLinkKey({ db, config: settings, log }) };
atCrashPoints((point) => {
  if (point === process.env['DIES']) process.kill(process.pid, 'SIGKILL');
});
startFollowUps({ config, db, log });
startMail({ config, db, log });
await once(process, 'SIGTERM');
process.exit(0);
