import { readFileSync } from 'node:fs';
import { databaseUrl } from './embedded-postgres.ts';
import { findPostgresHome, passwordFile } from './postgres-home.ts';
import { findPostmaster } from './postmaster.ts';

/** Returns the database URL of a service that runs on this data folder now; `null`: none runs. */
export async function findEmbeddedDatabase(dataDir: string): Promise<string | null> {
  const home = findPostgresHome(dataDir);
  if (home === null) return null;
  const server = findPostmaster(home);
  if (server === null || !server.isReady) return null;
  return databaseUrl(server.port, readFileSync(passwordFile(home), 'utf8'));
}
