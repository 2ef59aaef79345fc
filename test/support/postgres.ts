import type { TestProject } from 'vitest/node';
import { presentServer, startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's own database, and the migrated one that each fresh database is a copy of. */
    postgres: { serverUrl: string; template: string };
  }
}

/** One real PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const present = presentServer();
  if (present !== null) return project.provide('postgres', { serverUrl: present.url, template: present.template });

  const server = await startTestServer();
  project.provide('postgres', { serverUrl: server.url, template: server.template });
  return async () => await server[Symbol.asyncDispose]();
}
