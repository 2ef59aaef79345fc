import type { Connection, Database } from './database.ts';

/** PostgreSQL reads a table of so few pages as quickly in full as by an index. */
const smallPages = 8;

/** Samples 3,000 rows of a table instead of 30,000: captures that are due wait for the processor meanwhile. Autovacuum samples more later. */
const statisticsTarget = 10;

/**
 * Analyzes each table that is more than twice as large as when PostgreSQL last counted its pages. PostgreSQL then makes the plans of all
 * sessions anew at their next use. A plan that was made for a few rows would otherwise read thousands until autovacuum, which looks once a
 * minute, has come to the table. A table that somebody else analyzes or changes now is left out, and so is one that is not ours.
 *
 * @returns the names of the tables, as SQL
 */
export async function analyzeGrownTables(db: Connection & Pick<Database, 'transaction'>): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    name: 'find-grown-tables',
    text: `
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
        and pg_relation_size(oid) > 2 * greatest(relpages, ${smallPages}) * current_setting('block_size')::bigint`,
  });
  const names = rows.map(({ name }) => name);
  if (names.length > 0) {
    await db.transaction(async (tx) => {
      await tx.query(`set local default_statistics_target = ${statisticsTarget}`);
      await tx.query(`analyze (skip_locked) ${names.join(', ')}`);
    });
  }
  return names;
}
