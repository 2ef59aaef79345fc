import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { createGzip } from 'node:zlib';
import { type Beginning, type Ending, endOfTable, type Sum, type TableBeginning } from './backup-file.ts';
import { checkBackup } from './check-backup.ts';
import { copyOut } from './copy-statements.ts';
import { openSession } from './session.ts';
import { sumRows } from './sum-rows.ts';
import { columnList, quoted, tablesOf } from './tables-of.ts';

/**
 * Copies all data of the service into a file while the service runs: a consistent snapshot in one read-only
 * transaction, which blocks no writes. The file appears only when it is complete and verified.
 *
 * @returns the number of rows of each table
 */
export async function makeBackup(url: string, file: string): Promise<Ending['tables']> {
  const partial = `${file}.partial`;
  const client = await openSession(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    await writeBackup(client, partial);
    await client.query('commit');
    const { tables } = await checkBackup(partial);
    await toDisk(partial);
    await rename(partial, file);
    return tables;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function writeBackup(client: pg.Client, file: string): Promise<void> {
  // The file contains everything, including digests of keys and secrets of webhooks.
  const sink = createWriteStream(file, { mode: 0o600, flags: 'w' });
  const gzip = createGzip();
  gzip.pipe(sink);
  sink.on('error', (error) => gzip.destroy(error));
  const written = finished(sink);
  written.catch(() => undefined);
  // All writes before the stream has room wait for the same event: PostgreSQL's rows come in batches.
  let room: Promise<void> | null = null;
  const write = (chunk: Buffer | string): Promise<void> | null => {
    if (gzip.write(chunk)) return null;
    room ??= Promise.race([once(gzip, 'drain'), written]).then(
      () => void (room = null),
      (error: unknown) => {
        room = null;
        throw error;
      },
    );
    return room;
  };
  const writeLine = (line: object) => write(`${JSON.stringify(line)}\n`);

  await writeLine(await readBeginning(client));
  const sums: Record<string, Sum> = {};
  for (const table of await tablesOf(client)) {
    await writeLine(table);
    sums[table.table] = await writeTable(client, table, write);
    await write(`${endOfTable}\n`);
  }
  await writeLine({ tables: sums } satisfies Ending);
  gzip.end();
  await written;
}

async function writeTable(
  client: pg.Client,
  table: TableBeginning,
  write: (row: Buffer) => Promise<void> | null,
): Promise<Sum> {
  const adder = sumRows();
  await copyOut(client, `copy ${quoted(table.table)} (${columnList(table)}) to stdout`, (row) => {
    adder.add(row);
    return write(row);
  });
  return adder.sum();
}

async function readBeginning(client: pg.Client): Promise<Beginning> {
  const { rows } = await client.query<Omit<Beginning, 'auctionServiceBackup'>>(`
    select to_jsonb(clock_timestamp()) #>> '{}' as "takenAt",
      array(select migration_name from _prisma_migrations
        where finished_at is not null and rolled_back_at is null order by migration_name) as migrations,
      (select coalesce(jsonb_object_agg(sequencename, last_value::text), '{}') from pg_sequences where schemaname = 'public')
        as sequences`);
  return { auctionServiceBackup: 1, ...rows[0]! };
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}
