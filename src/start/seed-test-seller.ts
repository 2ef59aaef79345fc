import { readFileSync, writeFileSync } from 'node:fs';
import { authenticate } from '../auth/authenticate.ts';
import { issueKey } from '../auth/issue-key.ts';
import { Refusal } from '../core/refusal.ts';
import { scopes } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { testSellerKeyFile } from './service-files.ts';

/**
 * The seller that a fresh service has, and its API key: the one of the last start if it still works.
 *
 * @returns the key, for everything but `admin`
 */
export async function seedTestSeller(deps: Deps): Promise<string> {
  const file = testSellerKeyFile(deps.config.dataDir);
  const kept = await readWorkingKey(deps, file);
  if (kept !== null) return kept;
  const { key } = await issueKey(deps.db, {
    seller: 'Test seller',
    mode: 'test',
    scopes: scopes.filter((scope) => scope !== 'admin'),
    expiresAt: null,
  });
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}

async function readWorkingKey(deps: Deps, file: string): Promise<string | null> {
  let key: string;
  try {
    key = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    await authenticate(deps, `Bearer ${key}`);
    return key;
  } catch (error) {
    // Revoked, or of a database that is gone.
    if (error instanceof Refusal) return null;
    throw error;
  }
}
