import type { Connection } from '../../src/platform/db/database.ts';

/** Returns the tables of which a row contains the uuid in any column, in any of the forms that a column can have. */
export async function tablesThatContain(db: Connection, uuid: string): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const forms = [uuid, uuid.replaceAll('-', ''), Buffer.from(uuid).toString('hex')];
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query(`select from ${name} t where lower(t::text) like any ($1) limit 1`, [
      forms.map((form) => `%${form.toLowerCase()}%`),
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
