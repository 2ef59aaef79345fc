import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';

// A worker process that never finishes an alarm: run by a test, which kills it.
const config = readConfig(process.env);
const db = await connectDatabase(config.databaseUrl!);
consumeAlarms({ config, db, log: pino({ level: 'silent' }) }, async () => {
  process.stdout.write('rings\n');
  return new Promise(() => {});
});
