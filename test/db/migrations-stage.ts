import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { prismaFolder } from '../../src/platform/db/migrations.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { testServer } from '../support/database.ts';

/** An empty database, and a prisma/ folder of its own with no migrations yet. */
export interface MigrationsStage extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  write(name: string, sql: string): Promise<void>;
  query(sql: string): Promise<Record<string, unknown>[]>;
}

export async function setMigrationsStage(): Promise<MigrationsStage> {
  const { serverUrl } = await testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();

  const folder = await mkdtemp(path.join(tmpdir(), 'auction-migrations-'));
  for (const file of ['schema.prisma', 'migrations/migration_lock.toml']) {
    await cp(path.join(prismaFolder, file), path.join(folder, file));
  }

  return {
    url,
    folder,
    async write(migration, sql) {
      const target = path.join(folder, 'migrations', migration);
      await mkdir(target, { recursive: true });
      await writeFile(path.join(target, 'migration.sql'), sql);
    },
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    async [Symbol.asyncDispose]() {
      await client.end();
      await administer(serverUrl, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true });
    },
  };
}
