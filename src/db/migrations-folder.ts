import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** `prisma/` of this checkout: the schema as Prisma sees it, and its migrations. */
export const prismaFolder = path.resolve(import.meta.dirname, '../../prisma');

/** Returns the names of the migrations, oldest first: each begins with its date. */
export async function migrationNames(folder = prismaFolder): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
