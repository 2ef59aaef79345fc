import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { applyMigrations } from '../../src/platform/db/migrate.ts';
import { prismaFolder } from '../../src/platform/db/migrations.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { administer } from '../support/administer.ts';
import { freshDatabase, testServer } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

const readsForMs = 2_500;

/** In place of a clock, which a busy machine makes wait as well: PostgreSQL ends a statement that waits so long for a lock. */
const maxLockWait = '1s';

let stage: AuctionStage;
let service: Service;
let folder: string;
beforeEach(async () => {
  const { serverUrl } = await testServer();
  const database = await freshDatabase();
  await administer(
    serverUrl,
    `alter database ${new URL(database.url).pathname.slice(1)} set lock_timeout = '${maxLockWait}'`,
  );
  await database.db[Symbol.asyncDispose]();
  const db = await connectDatabase(database.url);
  service = await startService({}, { ...database, db, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() });
  stage = await setAuctionStage({}, service);
  folder = await mkdtemp(path.join(tmpdir(), 'auction-migrations-'));
  await cp(prismaFolder, folder, { recursive: true });
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, 'migrations', name));
  await writeFile(path.join(folder, 'migrations', name, 'migration.sql'), sql);
}

test('no bid waits a second while a migration waits for a reader, and the migration is applied after the reader', async () => {
  await addMigration(
    '29991231000000_note',
    'alter table bids add column note text; alter table auctions add column note text;',
  );
  await stage.bid(5_000);
  const { url } = service.db;
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query('begin');
  // As a report or a dump does: an ALTER TABLE has to wait for it.
  await reader.query('select count(*) from bids, auctions');

  let isMigrated = false;
  const migrating = applyMigrations(url, folder).finally(() => (isMigrated = true));
  const until = performance.now() + readsForMs;
  for (let value = 6_000; performance.now() < until; value += 100) {
    await stage.bid(value);
    await sleep(20);
  }
  expect(isMigrated, 'the migration goes on beside the reader').toBe(false);

  await reader.query('commit');
  await reader.end();
  expect(await migrating).toEqual(['29991231000000_note']);
});
