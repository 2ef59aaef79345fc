import { readFile } from 'node:fs/promises';

const pythonModules = ['__init__', 'client', 'errors', 'sender', 'v1', 'webhooks'];

/** The files of the typed clients, which are in no registry. */
export const clientFiles: readonly string[] = [
  'client.ts',
  'each-item.ts',
  'problem-error.ts',
  'send-safely.ts',
  'v1.ts',
  ...pythonModules.map((name) => `python/auction_client/${name}.py`),
];

/**
 * Reads a file of a client.
 *
 * @param name its path below `client/`, one of `clientFiles`
 */
export async function readClientFile(name: string): Promise<string> {
  return await readFile(new URL(`../../client/${name}`, import.meta.url), 'utf8');
}
