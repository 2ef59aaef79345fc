import type { Connection } from './database.ts';
import { migrationNames } from './migrations-folder.ts';

/**
 * Returns the migrations that the database has applied and this checkout does not have: the database belongs to a
 * newer version.
 */
export async function unknownMigrations(db: Connection): Promise<string[]> {
  const names = new Set(await migrationNames());
  const { rows } = await db.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map(({ name }) => name).filter((name) => !names.has(name));
}
