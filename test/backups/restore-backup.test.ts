import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { makeBackup } from '../../src/backups/make-backup.ts';
import { restoreBackup } from '../../src/backups/restore-backup.ts';
import type { Connection, PooledDatabase } from '../../src/db/database.ts';
import { connectDatabase } from '../../src/db/connect-database.ts';
import { applyMigrations } from '../../src/db/migrate.ts';
import { migrationNames, prismaFolder } from '../../src/db/migrations-folder.ts';
import { compareBooks } from '../payments/compare-books.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { freshDatabase } from '../support/database.ts';
import { insertAuction } from '../support/insert-auction.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'auction-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileIn = () => path.join(folder, `${randomUUID()}.backup`);

interface Restored extends AsyncDisposable {
  readonly url: string;
  restore(file: string, options?: { force: boolean }): Promise<unknown>;
  open(): Promise<PooledDatabase>;
}

/** A database that nobody has used yet. */
async function emptyDatabase(): Promise<Restored> {
  const { serverUrl } = inject('postgres');
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  return {
    url,
    restore: (file, options = { force: false }) => restoreBackup(url, file, options),
    open: () => connectDatabase(url),
    [Symbol.asyncDispose]: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function aSeller(db: Connection): Promise<{ sellerId: string }> {
  const { rows } = await db.query<{ sellerId: string }>(
    `insert into sellers (name, mode) values ('Acme ' || gen_random_uuid(), 'test') returning seller_id as "sellerId"`,
  );
  return rows[0]!;
}

/** Every row of a table as a text, in the order of their keys. A transaction has another number in another server. */
async function rowsOf(db: PooledDatabase, table: string): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(
    `select (to_jsonb(t) - 'transaction_id')::text as row from ${table} t order by 1`,
  );
  return rows.map(({ row }) => row);
}

test('what is restored is what was there, to the last byte, and the books agree', async () => {
  await using stage = await setAuctionStage({ title: 'A desk,\twith a \\ and \u2028 "quotes"\nand an é' });
  const { db } = stage.service;
  await stage.bid(5_000);
  await stage.bid(6_000, 'capture_insufficient_funds').catch(() => undefined);
  await stage.end();
  await stage.work();
  const file = fileIn();
  const tables = await makeBackup(db.url, file);
  expect(tables['bids']!.rows).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await using empty = await emptyDatabase();
  await empty.restore(file);
  await using restored = await empty.open();
  for (const table of Object.keys(tables).filter((name) => name !== 'settlement_holds')) {
    expect(await rowsOf(restored, table)).toEqual(await rowsOf(db, table));
  }
  expect(await compareBooks(restored)).toEqual([]);
  const events = await restored.pool.query('select transaction_id::int as id from webhook_events');
  expect(events.rows).toEqual([{ id: 0 }, { id: 0 }]);
  // Settlement waits for what was done since the copy.
  const holds = await restored.query(
    `select reason, lost_since between clock_timestamp() - interval '1 minute' and since as "isLostSinceCopy"
     from settlement_holds where cleared_at is null`,
  );
  expect(holds.rows).toEqual([{ reason: 'restored', isLostSinceCopy: true }]);
  // Numbers that were given are not given again.
  const next = `select nextval(pg_get_serial_sequence('simulated_ledger', 'entry_id'))::int as next`;
  const [there, here] = [await restored.query(next), await db.query(next)];
  expect(there.rows).toEqual(here.rows);
});

test('many rows that come at once leave no warning', async () => {
  await using database = await freshDatabase();
  await database.db.query(
    `insert into sellers (name, mode) select repeat(md5(n::text), 6), 'test' from generate_series(1, 20000) n`,
  );
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on('warning', onWarning);
  try {
    await makeBackup(database.db.url, fileIn());
    await new Promise(setImmediate);
  } finally {
    process.off('warning', onWarning);
  }
  expect(warnings).toEqual([]);
});

test('a copy that is made while others write is of one instant', async () => {
  await using database = await freshDatabase();
  const { db } = database;
  const stopping = new AbortController();
  let written = 0;
  const writers = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) {
      // A seller never has none: auctions are copied before sellers, and a seller of later would come without.
      await db.transaction(async (tx) => {
        await insertAuction(tx, await aSeller(tx));
      });
      written += 1;
    }
  });
  await vi.waitFor(() => expect(written).toBeGreaterThan(100), { timeout: 60_000 });
  const before = written;
  const file = fileIn();
  const tables = await makeBackup(db.url, file);
  stopping.abort();
  await Promise.all(writers);
  // It has locked nobody out.
  expect(written).toBeGreaterThan(before);
  expect(tables['auctions']!.rows).toBeGreaterThanOrEqual(before);
  expect(tables['auctions']!.rows).toBe(tables['sellers']!.rows);

  await using empty = await emptyDatabase();
  await empty.restore(file);
  await using restored = await empty.open();
  const { rows } = await restored.query(
    'select from sellers s where not exists (select from auctions a where a.seller_id = s.seller_id)',
  );
  expect(rows).toEqual([]);
});

test('a database that holds data is replaced by force alone, and stays as it is when that fails', async () => {
  await using database = await freshDatabase();
  const file = fileIn();
  await aSeller(database.db);
  await makeBackup(database.url, file);
  await using target = await emptyDatabase();
  await target.restore(file);
  await expect(target.restore(file)).rejects.toThrow('holds data already');

  const text = gunzipSync(readFileSync(file)).toString();
  const damaged = fileIn();
  writeFileSync(damaged, gzipSync(text.replace('Acme', 'Evil')));
  await expect(target.restore(damaged, { force: true })).rejects.toThrow('is damaged: sellers');
  const cut = fileIn();
  writeFileSync(cut, gzipSync(text.slice(0, text.lastIndexOf('{"tables"'))));
  await expect(target.restore(cut, { force: true })).rejects.toThrow('is cut off');
  const short = fileIn();
  writeFileSync(short, readFileSync(file).subarray(0, 300));
  await expect(target.restore(short, { force: true })).rejects.toThrow('cannot be read');
  const newer = fileIn();
  writeFileSync(newer, gzipSync(text.replace('"migrations":[', '"migrations":["29990101000000_later",')));
  await expect(target.restore(newer, { force: true })).rejects.toThrow('by a newer version');
  const other = fileIn();
  writeFileSync(other, 'An essay');
  await expect(target.restore(other, { force: true })).rejects.toThrow('cannot be read');
  {
    await using db = await target.open();
    expect(await rowsOf(db, 'sellers')).toEqual(await rowsOf(database.db, 'sellers'));
  }

  await aSeller(database.db);
  await makeBackup(database.url, file);
  await target.restore(file, { force: true });
  await using db = await target.open();
  expect(await rowsOf(db, 'sellers')).toHaveLength(2);
});

test('a backup of an older version is restored, and brought up to this one', async () => {
  const last = (await migrationNames()).at(-1)!;
  const olderFolder = path.join(folder, 'prisma');
  cpSync(prismaFolder, olderFolder, { recursive: true });
  rmSync(path.join(olderFolder, 'migrations', last), { recursive: true });
  await using older = await emptyDatabase();
  await applyMigrations(older.url, olderFolder);
  await using olderDb = await older.open();
  await aSeller(olderDb);
  const file = fileIn();
  await makeBackup(older.url, file);

  await using target = await emptyDatabase();
  await target.restore(file);
  await using db = await target.open();
  expect(await rowsOf(db, 'sellers')).toHaveLength(1);
  const applied = await db.query('select from _prisma_migrations where migration_name = $1', [last]);
  expect(applied.rowCount).toBe(1);
});

test('a restore that is broken off while the names change leaves the present database as it was', async () => {
  await using stage = await setAuctionStage();
  await stage.bid(5_000);
  const file = fileIn();
  await makeBackup(stage.service.db.url, file);
  await using target = await emptyDatabase();
  await target.restore(file);
  const { serverUrl } = inject('postgres');
  // Somebody who is connected to the new database keeps it from getting the name: at the last step.
  const stranger = (async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: databaseUrl(serverUrl, 'auction_being_restored') });
      client.on('error', () => undefined);
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      );
      if (isConnected) return client;
    }
  })();
  await expect(target.restore(file, { force: true })).rejects.toThrow('is being accessed by other users');
  await (await stranger).end().catch(() => undefined);
  await using present = await target.open();
  expect((await present.query('select from bids')).rowCount).toBe(1);
});
