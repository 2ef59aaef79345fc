import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '../core/cannot-start.ts';
import { prismaFolder, readMigrations, readModels } from './migrations-folder.ts';
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
export async function newMigration(
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
  const [models, migrations] = await Promise.all([readModels(folder), readMigrations(folder)]);
  const { exitCode, stdout } = await withSchemaEngine(url, models, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: models }] },
      script: true,
      // Exit code 2 means that there is a difference.
      exitCode: true,
      filters: allTables,
    }),
  );
  return exitCode === 2 ? stdout : null;
}
