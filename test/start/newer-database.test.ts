import { afterAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { serviceVersion } from '../../src/core/service-version.ts';
import { openDatabase } from '../../src/start/open-database.ts';
import { freshDatabase } from '../support/database.ts';
import { withDatabase } from '../support/settings.ts';

const database = await freshDatabase();
afterAll(() => database[Symbol.asyncDispose]());

async function start(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const config = readConfig(withDatabase(database.url));
  await openDatabase({ config, log: pino({ level: 'silent' }) }, closing);
}

test('starts on a database that this version is the oldest to read', async () => {
  await database.db.query('insert into oldest_readers (version) values ($1)', [serviceVersion]);
  expect(await start()).toBeUndefined();
});

test('refuses a database that only newer versions can read, in one sentence', async () => {
  // Numbers are compared, not texts.
  await database.db.query(`insert into oldest_readers (version) values ('9.0.0'), ('10.2.0')`);
  await expect(start()).rejects.toThrow(
    `The database can be read by version 10.2.0 and newer ones, and this is version ${serviceVersion}: start a newer version, or restore the backup from before the upgrade.`,
  );
});
