import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { applyMigrations } from '../../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts';
import { administer, databaseUrl } from './administer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database, and the migrated one that each fresh database is a copy of. */
    postgres: { serverUrl: string; template: string };
  }
}

/** One real PostgreSQL for the whole run; `TEST_POSTGRES_URL` names one that runs already. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findOrStartServer();
  const template = `template_${randomUUID().replaceAll('-', '')}`;
  await administer(server.url, `create database ${template}`);
  await applyMigrations(databaseUrl(server.url, template));
  project.provide('postgres', { serverUrl: server.url, template });
  return async () => {
    await administer(server.url, `drop database if exists ${template} with (force)`);
    await server[Symbol.asyncDispose]();
  };
}

async function findOrStartServer(): Promise<{ url: string } & AsyncDisposable> {
  const running = process.env['TEST_POSTGRES_URL'];
  if (running !== undefined) return { url: running, [Symbol.asyncDispose]: async () => {} };

  const dataDir = await mkdtemp(join(tmpdir(), 'auction-test-'));
  // Where root runs the tests, PostgreSQL runs as another user, who has to get here.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: {
      // Nothing here outlives the run.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // Every session has to ask for UTC itself.
      TimeZone: 'Asia/Kolkata',
    },
  });
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
