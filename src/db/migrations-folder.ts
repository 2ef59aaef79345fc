import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** `prisma/` of this checkout: the schema as Prisma sees it, and its migrations. */
export const prismaFolder = path.resolve(import.meta.dirname, '../../prisma');

export function readModels(folder = prismaFolder): Promise<string> {
  return readFile(path.join(folder, 'schema.prisma'), 'utf8');
}

/** Returns the names of the migrations, oldest first: each begins with its date. */
export async function migrationNames(folder = prismaFolder): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Reads the migrations in the schema engine's format. */
export async function readMigrations(folder = prismaFolder): Promise<MigrationList> {
  const baseDir = path.join(folder, 'migrations');
  const names = await migrationNames(folder);
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}
