import { readFile } from 'node:fs/promises';

/** The files of the typed client, which is in no registry. */
const clientFiles = ['client.ts', 'each-item.ts', 'problem-error.ts', 'send-safely.ts', 'v1.ts'];

/**
 * Reads a file of the client.
 *
 * @returns `null` for any other file
 */
export async function readClientFile(name: string): Promise<string | null> {
  if (!clientFiles.includes(name)) return null;
  return await readFile(new URL(`../../client/${name}`, import.meta.url), 'utf8');
}
