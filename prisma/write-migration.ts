import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { CannotStart } from '../src/core/cannot-start.ts';
import { applyMigrations } from '../src/platform/db/migrate.ts';
import { prismaFolder } from '../src/platform/db/migrations.ts';
import { allTables, withSchemaEngine } from './schema-engine.ts';

/**
 * Writes the migration from the current migrations' schema to schema.prisma, for a person to read and complete: CHECK
 * constraints are not in schema.prisma.
 *
 * @param url any database of a server on which databases may be created; it is not changed itself
 * @param request.name words for the folder's name
 * @param request.now the date in the folder's name
 * @returns the folder's path, or `null` when there is nothing to change
 */
export async function writeMigration(
  url: string,
  request: { name: string; now: Date },
  folder = prismaFolder,
): Promise<string | null> {
  const words = request.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '') throw new CannotStart('Name the migration: npm run migrate:new -- what-it-does');
  const script = await diffToModels(url, folder);
  if (script === null) return null;
  const date = request.now
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14);
  const target = path.join(folder, 'migrations', `${date}_${words}`);
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'migration.sql'), script, { flag: 'wx' });
  return target;
}

/**
 * Compares the migrations with schema.prisma.
 *
 * @returns the missing SQL, `null` when nothing is missing
 */
export async function diffToModels(url: string, folder = prismaFolder): Promise<string | null> {
  const models = await readFile(path.join(folder, 'schema.prisma'), 'utf8');
  const files = [{ path: 'schema.prisma', content: models }];
  return withMigratedDatabase(url, folder, (migratedUrl) =>
    withSchemaEngine(migratedUrl, models, async (engine) => {
      const { exitCode, stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: '' },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        // Exit code 2 means that there is a difference.
        exitCode: true,
        filters: allTables,
      });
      return exitCode === 2 ? stdout : null;
    }),
  );
}

/** Applies the migrations to a database that is dropped again. */
async function withMigratedDatabase<Result>(
  url: string,
  folder: string,
  work: (migratedUrl: string) => Promise<Result>,
): Promise<Result> {
  const name = `migrate_new_${randomUUID().replaceAll('-', '')}`;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await server.query(`create database ${name} template template0`);
    const migratedUrl = new URL(url);
    migratedUrl.pathname = `/${name}`;
    await applyMigrations(migratedUrl.href, folder);
    return await work(migratedUrl.href);
  } finally {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}
