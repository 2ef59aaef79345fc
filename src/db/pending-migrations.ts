import type { Connection } from './database.ts';
import { migrationNames } from './migrations-folder.ts';

/** Returns the migrations of this checkout that the database has not applied, oldest first. */
export async function pendingMigrations(db: Connection): Promise<string[]> {
  const names = await migrationNames();
  const { rows } = await db.query<{ known: boolean }>(`select to_regclass('_prisma_migrations') is not null as known`);
  if (rows[0]?.known !== true) return names;
  const { rows: applied } = await db.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  const seen = new Set(applied.map(({ name }) => name));
  return names.filter((name) => !seen.has(name));
}
