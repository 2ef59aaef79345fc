import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { serviceVersion } from '../../src/core/service-version.ts';
import { openDatabase } from '../../src/operations/start/open-database.ts';
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
  await database.db.query('insert into oldest_readers (version) values ($1) on conflict do nothing', [serviceVersion]);
  expect(await start()).toBeUndefined();
});

test.each(['main.ts', 'migrate.ts'])(
  '%s refuses a database from before the baseline, in one sentence',
  async (program) => {
    await using old = await freshDatabase();
    await old.db.query(`update _prisma_migrations set migration_name = '20261121120000_init'`);
    const env = { PATH: process.env['PATH'], ...withDatabase(old.url) };
    const script = path.resolve(import.meta.dirname, '../../src', program);
    await expect(promisify(execFile)(process.execPath, [script], { env })).rejects.toMatchObject({
      code: 1,
      stderr:
        'The database is older than version 0.1.0 and cannot be upgraded: start anew with an empty database in DATABASE_URL, or an empty folder in DATA_DIR.\n',
    });
  },
);

test('refuses a database that only newer versions can read, in one sentence', async () => {
  // Numbers are compared, not texts.
  await database.db.query(`insert into oldest_readers (version) values ('9.0.0'), ('10.2.0')`);
  await expect(start()).rejects.toThrow(
    `The database can be read by version 10.2.0 and newer ones, and this is version ${serviceVersion}: start a newer version, or restore the backup from before the upgrade.`,
  );
});
