import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '../../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts';
import { administer, databaseUrl } from './administer.ts';

/** A PostgreSQL for tests. Nothing in it outlives the process. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** The name of the migrated, empty database that each fresh database is a copy of. */
  readonly template: string;
}

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '300',
  // Every session has to ask for UTC itself.
  TimeZone: 'Asia/Kolkata',
};

export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-test-'));
  // Where root runs the tests, PostgreSQL runs as another user, who has to get here.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const template = 'migrated';
  await administer(server.url, `create database ${template}`);
  await applyMigrations(databaseUrl(server.url, template));
  return {
    url: server.url,
    template,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The environment of a run of tests that uses this server instead of one of its own. */
export function onServer({ url, template }: TestServer): NodeJS.ProcessEnv {
  return { ...process.env, TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template };
}

/** @returns the server of `onServer`; `null` where the run has to start its own */
export function presentServer(): Pick<TestServer, 'url' | 'template'> | null {
  const { TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template } = process.env;
  return url === undefined || template === undefined ? null : { url, template };
}
