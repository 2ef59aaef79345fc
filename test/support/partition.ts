import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const lockNotAvailable = '55P03';

const folder = path.resolve(import.meta.dirname, '../../deploy/partitions');

/**
 * Partitions a migrated database as docs/operations/partitions.md says, and waits until what is written lies beyond the first
 * partition of each table.
 *
 * @param firstBorder where the first partitions end: after whatever there is
 */
export async function partition(url: string, firstBorder = new Date(Date.now() + 10_000)): Promise<void> {
  await preparePartitions(url, firstBorder);
  await runSqlUntilUnhindered(url, 'switch.sql');
  await keepPartitions(url);
  await delay(Math.max(0, firstBorder.getTime() - Date.now() + 1));
}

export async function preparePartitions(url: string, firstBorder: Date): Promise<void> {
  await runSql(url, 'procedures.sql');
  await runSql(url, 'prepare.sql', (sql) => sql.replace('2027-01-01T00:00:00Z', firstBorder.toISOString()));
}

export const undoPreparation = (url: string) => runSqlUntilUnhindered(url, 'undo-prepare.sql');

/** What is done every day. */
export const keepPartitions = (url: string) => runSqlUntilUnhindered(url, 'keep.sql');

export const partitionIdempotencyKeys = (url: string) => runSqlUntilUnhindered(url, 'idempotency-keys.sql');

/** What does not get a table to itself in time gives way, and is run again. */
async function runSqlUntilUnhindered(url: string, file: string): Promise<void> {
  for (;;) {
    try {
      return await runSql(url, file);
    } catch (error) {
      if ((error as pg.DatabaseError).code !== lockNotAvailable) throw error;
    }
  }
}

/** One statement after the other, as psql does: some cannot be part of a transaction. */
async function runSql(url: string, file: string, change = (sql: string) => sql): Promise<void> {
  const sql = change(await readFile(path.join(folder, file), 'utf8'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statementsOf(sql)) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** They end with a line; bodies of functions, between two `$$`, stay whole. */
function statementsOf(sql: string): string[] {
  return sql.match(/(?:\$\$.*?\$\$|[^$])+?;$/gms) ?? [];
}
