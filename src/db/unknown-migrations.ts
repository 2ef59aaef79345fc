import type { Connection } from './database.ts';
import { migrationNames } from './migrations-folder.ts';

/** The migrations that a migrated database has seen and this checkout does not have: it belongs to a newer version. */
export async function unknownMigrations({ pool }: { pool: Connection }): Promise<string[]> {
  const names = new Set(await migrationNames());
  const { rows } = await pool.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map(({ name }) => name).filter((name) => !names.has(name));
}
