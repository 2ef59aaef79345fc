import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { databaseUrl } from './administer.ts';
import { startOnCopy, type TestServer } from './test-server.ts';

export interface FreshDatabase extends AsyncDisposable {
  readonly url: string;
  readonly db: PooledDatabase;
}

interface Worker {
  readonly server: Pick<TestServer, 'url' | 'template'>;
  /** The server was started by this worker, and ends with all that is in it. */
  readonly isOwn: boolean;
  /** Databases that are copied while tests run: a test that needs one does not wait for it. */
  readonly ready: Promise<string>[];
  /** Runs statements that create and drop databases, one after the other. */
  readonly administer: (statement: string) => Promise<void>;
}

const stock = 3;

let worker: Promise<Worker> | undefined;

/** The PostgreSQL of this worker, started when a test first needs it. It ends with the worker. */
export async function testServer(): Promise<{ serverUrl: string; template: string }> {
  const { server } = await (worker ??= openWorker());
  return { serverUrl: server.url, template: server.template };
}

async function openWorker(): Promise<Worker> {
  const given = inject('postgres');
  const isOwn = 'home' in given;
  const server = isOwn ? await startOnCopy(given) : given;
  const pool = new pg.Pool({ connectionString: server.url, max: 1, allowExitOnIdle: true });
  return { server, isOwn, ready: [], administer: async (statement) => void (await pool.query(statement)) };
}

function startCopy({ server, administer }: Worker): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const made = administer(`create database ${name} template ${server.template} strategy file_copy`).then(() => name);
  // A failure is told to the test that takes this copy.
  made.catch(() => undefined);
  return made;
}

/** A migrated, empty database of its own, dropped some time after it was disposed of. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const opened = await (worker ??= openWorker());
  const { server, isOwn, ready, administer } = opened;
  const taken = ready.shift() ?? startCopy(opened);
  if (isOwn) while (ready.length < stock) ready.push(startCopy(opened));
  const name = await taken;
  const url = databaseUrl(server.url, name);
  const db = await connectDatabase(url);
  return {
    url,
    db,
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]();
      const dropped = administer(`drop database if exists ${name} with (force)`);
      if (isOwn) dropped.catch(() => undefined);
      else await dropped;
    },
  };
}

/** A database for the tests of a file, dropped after the last one. */
export async function databaseForFile(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  afterAll(() => database[Symbol.asyncDispose]());
  return database;
}
