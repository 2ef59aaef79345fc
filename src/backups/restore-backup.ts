import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { CannotStart } from '../core/cannot-start.ts';
import { applyMigrations } from '../db/migrate.ts';
import { migrationNames, prismaFolder } from '../db/migrations-folder.ts';
import { type Beginning, type Ending, readBackup, type TableBeginning } from './backup-file.ts';
import { checkBackup } from './check-backup.ts';
import { copyIn, copyOut } from './copy-statements.ts';
import { openSession } from './session.ts';
import { isSameSum, sumRows } from './sum-rows.ts';
import { columnList, quoted, tablesOf } from './tables-of.ts';

/** The name of the database under construction; the next restore removes what an interrupted one left. */
const buildingName = 'auction_being_restored';

/** The name of the database that was replaced, until it is dropped; the next restore removes it, too. */
const replacedName = 'auction_replaced';

/**
 * Rebuilds the database of a server from a backup, next to the present one. The present one stays unchanged until the
 * new one is complete and every row has been compared with the backup.
 *
 * @param url the database to replace, as a superuser, without other connections to it
 * @param options.force replaces one that holds data
 * @throws CannotStart when the backup is damaged or of a newer version, or would replace data without `force`
 */
export async function restoreBackup(
  url: string,
  file: string,
  { force }: { force: boolean },
): Promise<Ending['tables']> {
  const backup = await checkBackup(file);
  await refuseNewer(backup);
  if (!force && (await holdsData(url))) {
    throw new CannotStart(
      'The database holds data already: restore into another DATA_DIR, or replace it with --force.',
    );
  }
  const building = databaseOf(url, buildingName);
  const name = new URL(url).pathname.slice(1);
  const server = await openSession(databaseOf(url, 'postgres'));
  try {
    await server.query(`drop database if exists ${buildingName} with (force)`);
    await server.query(`create database ${buildingName}`);
    await build(building, file, backup);
    await replace(server, name);
  } finally {
    for (const leftover of [buildingName, replacedName]) {
      await server.query(`drop database if exists ${leftover} with (force)`).catch(() => undefined);
    }
    await server.end();
  }
  return backup.tables;
}

/**
 * Gives the new database the name of the present one. Both renames are one transaction, unlike the drop of a database: whenever the
 * process or the server dies, one of the two has the name.
 */
async function replace(server: pg.Client, name: string): Promise<void> {
  await server.query(`drop database if exists ${replacedName} with (force)`);
  await server.query('begin');
  try {
    // A database that somebody is connected to cannot be renamed.
    await server.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) await server.query(`alter database ${quoted(name)} rename to ${replacedName}`);
    await server.query(`alter database ${buildingName} rename to ${quoted(name)}`);
    await server.query('commit');
  } catch (error) {
    await server.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Builds the schema of the backup's version, loads the rows, and then migrates to this version. */
async function build(url: string, file: string, backup: Beginning & Ending): Promise<void> {
  const { migrations, sequences, tables, takenAt } = backup;
  await migrateUpTo(url, migrations);
  const client = await openSession(url);
  try {
    await client.query('begin');
    // The rows are consistent as a whole, but not in the order of the file; and triggers had already run.
    await client.query(`set local session_replication_role = 'replica'`);
    await load(client, file);
    for (const [sequence, last] of Object.entries(sequences)) {
      if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), last]);
    }
    for (const table of await tablesOf(client)) await compare(client, table, tables);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await applyMigrations(url);
  await adaptToServer(url, takenAt);
}

/** Changes what the rows say of the server and the instant that they come from. */
async function adaptToServer(url: string, takenAt: string): Promise<void> {
  const client = await openSession(url);
  try {
    // The feed of events goes by the numbers of transactions, which another server counts anew: 0 is before each of its own.
    // The order of what was restored is then that of its ids.
    await client.query('update webhook_events set transaction_id = 0');
    // Settlement waits until a worker has compared the books with the payments that were made since the backup.
    await client.query(
      `insert into settlement_holds as h (reason, lost_since) values ('restored', $1)
       on conflict (reason) where auction_id is null and cleared_at is null
       do update set since = excluded.since, lost_since = least(h.lost_since, excluded.lost_since)`,
      [takenAt],
    );
    await client.query('delete from database_marks');
  } finally {
    await client.end();
  }
}

async function load(client: pg.Client, file: string): Promise<void> {
  // Migrations may have inserted rows, which the backup contains in their current form.
  for (const table of await tablesOf(client)) await client.query(`delete from ${quoted(table.table)}`);
  const reader = await readBackup(file);
  for await (const { rows, ...table } of reader.tables()) {
    await copyIn(client, `copy ${quoted(table.table)} (${columnList(table)}) from stdin`, rows);
  }
}

async function compare(client: pg.Client, table: TableBeginning, tables: Ending['tables']): Promise<void> {
  const adder = sumRows();
  await copyOut(client, `copy ${quoted(table.table)} (${columnList(table)}) to stdout`, (row) => {
    adder.add(row);
    return null;
  });
  if (isSameSum(adder.sum(), tables[table.table])) return;
  throw new Error(`What was restored of ${table.table} is not what was in the backup.`);
}

async function refuseNewer({ migrations }: Beginning): Promise<void> {
  const known = new Set(await migrationNames());
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new CannotStart(
    `The backup was made by a newer version of the service, with ${unknown.join(', ')}: install that version first.`,
  );
}

/** Applies exactly these migrations: from a temporary folder that holds no others. */
async function migrateUpTo(url: string, migrations: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'auction-migrations-'));
  try {
    for (const part of [
      'schema.prisma',
      'migrations/migration_lock.toml',
      ...migrations.map((name) => `migrations/${name}`),
    ]) {
      await cp(path.join(prismaFolder, part), path.join(folder, part), { recursive: true });
    }
    await applyMigrations(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function holdsData(url: string): Promise<boolean> {
  const client = await openSession(url);
  try {
    const { rows } = await client.query<{ known: boolean }>(
      `select to_regclass('public.sellers') is not null as known`,
    );
    if (rows[0]?.known !== true) return false;
    const { rowCount } = await client.query('select from sellers limit 1');
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}

function databaseOf(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
