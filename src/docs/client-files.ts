import { readFile } from 'node:fs/promises';

/** The typed client, which nobody finds in a registry. */
const clientFiles = ['client.ts', 'each-item.ts', 'problem-error.ts', 'send-safely.ts', 'v1.ts'];

/** @returns `null` for what is no file of the client */
export async function readClientFile(name: string): Promise<string | null> {
  if (!clientFiles.includes(name)) return null;
  return await readFile(new URL(`../../client/${name}`, import.meta.url), 'utf8');
}
