import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reads the key that seals webhook secrets in the embedded database; creates it the first time. Only its owner can
 * read the file.
 */
export function secretsKeyFile(dataDir: string): string {
  const file = path.resolve(dataDir, 'secrets.key');
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
