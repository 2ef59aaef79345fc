import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '../../core/cannot-start.ts';
import type { Connection } from './database.ts';

/** `prisma/` of this checkout: the schema as Prisma sees it, and its migrations. */
export const prismaFolder = path.resolve(import.meta.dirname, '../../../prisma');

/** Returns the names of the migrations, oldest first: each begins with its date. */
export async function migrationNames(folder = prismaFolder): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Returns the migrations of this checkout that the database has not applied, oldest first.
 *
 * @throws CannotStart if the database is older than the first migration of this checkout
 */
export async function pendingMigrations(db: Connection, folder?: string): Promise<string[]> {
  const { names, applied } = await compareMigrations(db, folder);
  return names.filter((name) => !applied.includes(name));
}

/**
 * Returns the migrations that the database has applied and this checkout does not have: the database belongs to a
 * newer version.
 *
 * @throws CannotStart if the database is older than the first migration of this checkout
 */
export async function unknownMigrations(db: Connection): Promise<string[]> {
  const { names, applied } = await compareMigrations(db);
  return applied.filter((name) => !names.includes(name));
}

async function compareMigrations(db: Connection, folder?: string) {
  const [names, applied] = [await migrationNames(folder), await appliedMigrations(db)];
  if (applied.length > 0 && !applied.includes(names[0]!)) {
    throw new CannotStart(
      'The database is older than version 0.1.0 and cannot be upgraded: start anew with an empty database in DATABASE_URL, or an empty folder in DATA_DIR.',
    );
  }
  return { names, applied };
}

/**
 * Finds the oldest version that can read the database.
 *
 * @returns `null`: every version that has all of its migrations
 */
export async function findOldestReader(db: Connection): Promise<string | null> {
  const { rows } = await db.query<{ version: string }>(
    `select version from oldest_readers order by string_to_array(version, '.')::int[] desc limit 1`,
  );
  return rows[0]?.version ?? null;
}

async function appliedMigrations(db: Connection): Promise<string[]> {
  const { rows: tables } = await db.query(`select where to_regclass('_prisma_migrations') is not null`);
  if (tables.length === 0) return [];
  const { rows } = await db.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map(({ name }) => name);
}
