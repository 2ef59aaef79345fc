import { readFileSync, writeFileSync } from 'node:fs';
import { authenticate } from '../auth/authenticate.ts';
import { issueKey } from '../auth/issue-key.ts';
import { Refusal } from '../core/refusal.ts';
import { scopes, type Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { testSellerKeyFile } from '../embedded/service-files.ts';

/** The seller that a fresh service has. */
export interface TestSeller {
  /** An API key for everything but `admin`. */
  readonly key: string;
  readonly viewer: Viewer;
}

/** Creates the test seller and its key, or finds the ones of the last start if the key still works. */
export async function seedTestSeller(deps: Deps): Promise<TestSeller> {
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
  return { key, viewer: await authenticate(deps, `Bearer ${key}`) };
}

async function readWorkingKey(deps: Deps, file: string): Promise<TestSeller | null> {
  let key: string;
  try {
    key = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    return { key, viewer: await authenticate(deps, `Bearer ${key}`) };
  } catch (error) {
    // The key was revoked, or belongs to a database that is gone.
    if (error instanceof Refusal) return null;
    throw error;
  }
}
