import type { TestProject } from 'vitest/node';
import { prepareData, presentServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that a caller shares with this run, or the folder of the data that each worker's server begins with. */
    postgres: Pick<TestServer, 'url' | 'template'> | { home: string };
  }
}

/** Prepares the data of the PostgreSQL that each worker starts for itself. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const present = presentServer();
  if (present !== null) return project.provide('postgres', present);

  const prepared = await prepareData();
  project.provide('postgres', { home: prepared.home });
  return async () => await prepared[Symbol.asyncDispose]();
}
