import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBackup } from '../../src/operations/backups/make-backup.ts';
import { restoreBackup } from '../../src/operations/backups/restore-backup.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import type { Connection, PooledDatabase } from '../../src/platform/db/database.ts';
import { applyMigrations } from '../../src/platform/db/migrate.ts';
import { migrationNames, pendingMigrations, prismaFolder } from '../../src/platform/db/migrations.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { findPostgresHome } from '../../src/platform/embedded/postgres-home.ts';
import { tablesOf } from '../books/tables-of.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { insertAuction } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const folder = mkdtempSync(path.join(tmpdir(), 'auction-backup-'));
// As mkdir makes it: a folder that only root may enter is another matter.
chmodSync(folder, 0o755);
let names = 0;
const newFolder = () => path.join(folder, `folder-${(names += 1)}`);

let server: EmbeddedPostgres;
let db: PooledDatabase;
beforeAll(async () => {
  server = await start(newFolder());
  await applyMigrations(server.url);
  db = await connectDatabase(server.url);
});
afterAll(async () => {
  await db[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Nothing here must survive a power cut. */
function start(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
}

async function backup(url = server.url): Promise<string> {
  const made = newFolder();
  await makeBackup(url, made);
  return made;
}

/** Looks at what the next start finds in a DATA_DIR. */
async function inDatabase<T>(dataDir: string, look: (db: PooledDatabase, url: string) => Promise<T>): Promise<T> {
  await using restored = await start(dataDir);
  await using restoredDb = await connectDatabase(restored.url);
  return await look(restoredDb, restored.url);
}

async function aSeller(connection: Connection): Promise<{ sellerId: string }> {
  const { rows } = await connection.query<{ sellerId: string }>(
    `insert into sellers (name, mode) values ('Acme ' || gen_random_uuid(), 'test') returning seller_id as "sellerId"`,
  );
  return rows[0]!;
}

/** Every row of a table as a text. */
async function rowsOf(connection: Connection, table: string): Promise<string[]> {
  const { rows } = await connection.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t order by 1`,
  );
  return rows.map(({ row }) => row);
}

test('restores every byte, and the books agree', async () => {
  await using service = await startService({}, { url: server.url, db, [Symbol.asyncDispose]: () => Promise.resolve() });
  await using stage = await setAuctionStage({ title: 'A desk,\twith a \\ and \u2028 "quotes"\nand an é' }, service);
  await stage.bid(5_000);
  await stage.bid(6_000, 'capture_insufficient_funds').catch(() => undefined);
  await stage.settle();
  const instant = async () => (await db.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now.getTime();
  const begunAt = await instant();
  const made = await backup();
  const madeAt = await instant();
  expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(readdirSync(made).sort()).toEqual(['SHA256SUMS', 'postgres', 'postgres-password']);

  const dataDir = newFolder();
  await restoreBackup(dataDir, made, { force: false });
  await inDatabase(dataDir, async (restored) => {
    for (const { table } of await tablesOf(db)) {
      if (table !== 'settlement_holds' && table !== 'database_marks')
        expect(await rowsOf(restored, table)).toEqual(await rowsOf(db, table));
    }
    expect((await rowsOf(restored, 'bids')).length).toBeGreaterThan(0);
    expect(await compareBooks(restored)).toEqual([]);
    // Settlement waits for what was done since the copy.
    const holds = await restored.query<{ reason: string; lostSince: Date }>(
      `select reason, lost_since as "lostSince" from settlement_holds where cleared_at is null`,
    );
    expect(holds.rows).toEqual([{ reason: 'restored', lostSince: expect.any(Date) }]);
    const lostSince = holds.rows[0]!.lostSince.getTime();
    expect(lostSince).toBeGreaterThan(begunAt - 1_000);
    expect(lostSince).toBeLessThan(madeAt);
  });
});

test('a copy that is made while others write is of one instant, and needs nothing that they have removed since', async () => {
  const stopping = new AbortController();
  let written = 0;
  const writers = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) {
      await db.transaction(async (tx) => {
        await insertAuction(tx, await aSeller(tx));
      });
      written += 1;
    }
  });
  // Each checkpoint removes the WAL from before the last one.
  const cleaner = (async () => {
    while (!stopping.signal.aborted) await db.query('select pg_switch_wal()').then(() => db.query('checkpoint'));
  })();
  await vi.waitFor(() => expect(written).toBeGreaterThan(100), { timeout: 60_000 });
  const before = written;
  const made = await backup();
  stopping.abort();
  await Promise.all([...writers, cleaner]);
  // The copy has locked nobody out.
  expect(written).toBeGreaterThan(before);

  const dataDir = newFolder();
  await restoreBackup(dataDir, made, { force: false });
  await inDatabase(dataDir, async (restored) => {
    const { rows } = await restored.query<{ whole: number; half: number }>(
      `select count(*) filter (where auction_id is not null)::int as whole,
         count(*) filter (where auction_id is null)::int as half
       from (select * from sellers where name like 'Acme %') s left join auctions using (seller_id)`,
    );
    expect(rows[0]!.half).toBe(0);
    expect(rows[0]!.whole).toBeGreaterThanOrEqual(before);
  });
});

test('a database is replaced by force alone, and stays as it is when that fails', async () => {
  const dataDir = newFolder();
  const made = await backup();
  await restoreBackup(dataDir, made, { force: false });
  await expect(restoreBackup(dataDir, made, { force: false })).rejects.toThrow('replace it with --force');
  const ofCopy = await inDatabase(dataDir, (restored) => rowsOf(restored, 'sellers'));

  const list = path.join(made, 'SHA256SUMS');
  const version = path.join(made, 'postgres/PG_VERSION');
  const map = path.join(made, 'postgres/global/pg_filenode.map');
  const refused: [string, () => void, string][] = [
    [map, () => rmSync(map), 'damaged: postgres/global/pg_filenode.map is'],
    [version, () => appendFileSync(version, '\n'), 'damaged: postgres/PG_VERSION is'],
    [version, () => writeFileSync(version, '17\n'), 'was made by PostgreSQL 17, and this service brings PostgreSQL 18'],
    [list, () => truncateSync(list, 10_000), 'damaged: '],
    [list, () => rmSync(list), 'is no backup of this service: it has no SHA256SUMS'],
  ];
  for (const [file, damage, reason] of refused) {
    const content = readFileSync(file);
    damage();
    await expect(restoreBackup(dataDir, made, { force: true })).rejects.toThrow(reason);
    writeFileSync(file, content);
  }
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('later', '', '29990101000000_later', now())`,
  );
  const newer = await backup();
  await db.query(`delete from _prisma_migrations where id = 'later'`);
  await expect(restoreBackup(dataDir, newer, { force: true })).rejects.toThrow('by a newer version');
  expect(await inDatabase(dataDir, (restored) => rowsOf(restored, 'sellers'))).toEqual(ofCopy);

  await aSeller(db);
  await restoreBackup(dataDir, await backup(), { force: true });
  expect(await inDatabase(dataDir, (restored) => rowsOf(restored, 'sellers'))).toHaveLength(ofCopy.length + 1);
  // Nothing is left of the two that were there before, nor of those that were refused.
  expect(readdirSync(dataDir).sort()).toEqual(['database', path.basename(findPostgresHome(dataDir)!.folder)]);
});

test('a database that no longer starts is replaced, too', async () => {
  const dataDir = newFolder();
  await (await start(dataDir))[Symbol.asyncDispose]();
  rmSync(path.join(dataDir, 'postgres/global/pg_control'));
  await expect(start(dataDir)).rejects.toThrow('did not start');
  await restoreBackup(dataDir, await backup(), { force: true });
  expect(await inDatabase(dataDir, (restored) => rowsOf(restored, 'sellers'))).toEqual(await rowsOf(db, 'sellers'));
});

test('a backup of an older version is restored, and brought up to this one', async () => {
  const [baseline, ...later] = await migrationNames();
  const olderFolder = newFolder();
  cpSync(prismaFolder, olderFolder, { recursive: true });
  for (const name of later) rmSync(path.join(olderFolder, 'migrations', name), { recursive: true });
  const older = newFolder();
  let made: string;
  {
    await using olderServer = await start(older);
    expect(await applyMigrations(olderServer.url, olderFolder)).toEqual([baseline]);
    await using olderDb = await connectDatabase(olderServer.url);
    await aSeller(olderDb);
    made = await backup(olderServer.url);
  }
  await restoreBackup(older, made, { force: true });
  await inDatabase(older, async (restored) => {
    expect(await rowsOf(restored, 'sellers')).toHaveLength(1);
    expect(await pendingMigrations(restored)).toEqual([]);
  });
});

test('a backup from before the baseline is refused, and the present database stays', async () => {
  const dataDir = newFolder();
  await restoreBackup(dataDir, await backup(), { force: false });
  const [baseline] = await migrationNames();
  const rename = 'update _prisma_migrations set migration_name = $2 where migration_name = $1';
  await db.query(rename, [baseline, '20261121120000_init']);
  const tooOld = await backup();
  await db.query(rename, ['20261121120000_init', baseline]);
  await expect(restoreBackup(dataDir, tooOld, { force: true })).rejects.toThrow('cannot be upgraded');
  expect(await inDatabase(dataDir, (restored) => pendingMigrations(restored))).toEqual([]);
});

test('a copy that fails leaves nothing that could be taken for one', async () => {
  const made = await backup();
  await expect(makeBackup(server.url, made)).rejects.toThrow('exists already: name a new folder');
  const { rows } = await db.query<{ data: string }>(`select current_setting('data_directory') as data`);
  const link = path.join(rows[0]!.data, 'pg_tblspc/1');
  symlinkSync(folder, link);
  const failed = newFolder();
  await expect(makeBackup(server.url, failed)).rejects.toThrow('is a link');
  rmSync(link);
  expect(readdirSync(folder).filter((name) => name.startsWith(path.basename(failed)))).toEqual([]);
});
