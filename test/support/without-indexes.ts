import type { Connection } from '../../src/platform/db/database.ts';

/**
 * Runs `fill` while the tables have no indexes but their primary keys, and makes the indexes again: sorting a column once
 * is many times faster than finding a place in an index for each row.
 */
export async function withoutIndexes(
  connection: Connection,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await connection.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisprimary`,
    [tables],
  );
  for (const { name } of indexes) await connection.query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await connection.query(definition);
}
