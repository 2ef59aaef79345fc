import type { Connection } from '../../src/platform/db/database.ts';

export interface Table {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Returns the service's tables with their writable columns, in a fixed order, without Prisma's list of migrations. */
export async function tablesOf(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> '_prisma_migrations'
    group by c.relname order by c.relname`);
  return rows;
}

/** Returns the columns as SQL. */
export function columnList({ columns }: Table): string {
  return columns.map(quoted).join(', ');
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
