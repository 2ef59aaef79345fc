import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { PooledDatabase } from '../../src/db/database.ts';
import { connectDatabase } from '../../src/db/connect-database.ts';
import { administer, databaseUrl } from './administer.ts';

export interface FreshDatabase extends AsyncDisposable {
  readonly url: string;
  readonly db: PooledDatabase;
}

/** A migrated, empty database of its own, dropped when disposed of. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { serverUrl, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(serverUrl, name);
  const db = await connectDatabase(url);
  return {
    url,
    db,
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]();
      await administer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A database for the tests of a file, dropped after the last one. */
export async function databaseForFile(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  afterAll(() => database[Symbol.asyncDispose]());
  return database;
}
