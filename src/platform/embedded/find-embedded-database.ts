import { readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseUrl } from './embedded-postgres.ts';
import { findPostgresHome } from './postgres-home.ts';
import { findPostmaster, readOrNull } from './postmaster.ts';

/** Returns the database URL of a service that runs on this data folder now; `null`: none runs. */
export async function findEmbeddedDatabase(dataDir: string): Promise<string | null> {
  const home = findPostgresHome(dataDir);
  if (home === null) return null;
  const server = findPostmaster(home);
  if (server === null || !server.isReady) return null;
  return databaseUrl(server.port, readFileSync(home.passwordFile, 'utf8'));
}

/** Returns the file that holds the address of the service on this data folder; absent until it runs. */
export function addressFile(dataDir: string): string {
  return path.join(dataDir, 'service-address');
}

/** Finds the address of the service that runs on this data folder; `null`: none runs. */
export function findServiceAddress(dataDir: string): string | null {
  return readOrNull(addressFile(dataDir));
}
