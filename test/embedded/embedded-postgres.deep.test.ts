import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from '../../src/platform/embedded/find-embedded-database.ts';
import { findPostgresHome } from '../../src/platform/embedded/postgres-home.ts';
import { AlreadyRunning } from '../../src/platform/embedded/postmaster.ts';
import { commandsLeft, commandsNaming } from '../support/processes.ts';
import { holdDatabase } from './database-holder.ts';

// Making a database takes a second, and much more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'auction-embedded-'));
  // As mkdir makes it: a folder that only root may enter is another matter.
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Nothing here must survive a power cut. */
function start(settings: Record<string, string> = {}, folder = dataDir) {
  return startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off', ...settings } });
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const isRoot = process.getuid?.() === 0;

test('keeps committed rows until the next start', async () => {
  {
    await using server = await start();
    await query(server.url, 'create table kept as select 42 as answer');
  }
  await using server = await start();
  expect(await query(server.url, 'select * from kept')).toEqual([{ answer: 42 }]);
});

test('it is durable, of version 18, in UTC, and sorts text alike on every machine', async () => {
  await using server = await startEmbeddedPostgres({ dataDir });
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone', 'server_encoding'];
  const [settings] = await query(
    server.url,
    `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join()}`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    TimeZone: 'UTC',
    server_encoding: 'UTF8',
  });
  const [about] = await query(
    server.url,
    `select current_setting('server_version_num')::int / 10000 as version,
       (select datlocale from pg_database where datname = current_database()) as locale`,
  );
  expect(about).toEqual({ version: 18, locale: 'C.UTF-8' });
});

test('only this machine reaches it, and only with the password that the folder keeps', async () => {
  await using server = await start();
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  expect(await query(server.url, `select current_setting('listen_addresses') as on`)).toEqual([{ on: '127.0.0.1' }]);
  expect(await query(server.url, `select current_setting('unix_socket_directories') as in`)).toEqual([{ in: '' }]);
  const file = path.join(dataDir, 'postgres-password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(new URL(server.url).password);
  const guess = server.url.replace(/:[^:@]+@/, ':postgres@');
  await expect(query(guess, 'select')).rejects.toThrow('password authentication failed');
});

test('settings may be changed, and the port be chosen', async () => {
  let port: number;
  {
    await using server = await start({ max_connections: '7' });
    port = Number(new URL(server.url).port);
    const settings = `select current_setting('max_connections') as connections`;
    expect(await query(server.url, settings)).toEqual([{ connections: '7' }]);
  }
  await using server = await startEmbeddedPostgres({ dataDir, port });
  expect(new URL(server.url).port).toBe(String(port));
});

test('a port that is taken is named as the reason', async () => {
  await using other = await start({}, path.join(dataDir, 'other'));
  const port = Number(new URL(other.url).port);
  await expect(startEmbeddedPostgres({ dataDir, port })).rejects.toThrow(
    'The port for the embedded database is taken.',
  );
});

test('it is found while it runs, and not before or after', async () => {
  expect(await findEmbeddedDatabase(dataDir)).toBeNull();
  {
    await using server = await start();
    expect(await findEmbeddedDatabase(dataDir)).toBe(server.url);
  }
  expect(await findEmbeddedDatabase(dataDir)).toBeNull();
});

test('a second process is told that the first one runs, and does the first no harm', async () => {
  await using holder = await holdDatabase(dataDir);
  await expect(start()).rejects.toThrow(AlreadyRunning);
  expect(await query(holder.url!, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('one of the processes that start together has the database', async () => {
  const holders = await Promise.all([1, 2, 3].map(() => holdDatabase(dataDir)));
  try {
    expect(holders.filter(({ url }) => url !== null)).toHaveLength(1);
    for (const { errors } of holders.filter(({ url }) => url === null)) {
      expect(await errors).toContain('AlreadyRunning: The service already runs on the data in');
    }
  } finally {
    for (const holder of holders) await holder[Symbol.asyncDispose]();
  }
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a process that dies of %s leaves no server, and what it had committed',
  async (signal) => {
    await using holder = await holdDatabase(dataDir);
    await query(holder.url!, 'create table kept as select 42 as answer');
    await holder.end(signal);
    {
      // At once: the old server may still be stopping.
      await using server = await start();
      expect(await query(server.url, 'select * from kept')).toEqual([{ answer: 42 }]);
    }
    expect(await commandsLeft(dataDir)).toEqual([]);
  },
);

test('a process that crashes leaves no server', async () => {
  await using holder = await holdDatabase(dataDir);
  expect(commandsNaming(path.join(dataDir, 'postgres')).length).toBeGreaterThan(0);
  expect(await holder.crash()).toEqual([1, null]);
  expect(await commandsLeft(dataDir)).toEqual([]);
});

test('that the server itself has ended is told', async () => {
  const server = await start();
  const pid = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await expect(server.ended).resolves.toBeUndefined();
  expect(await commandsLeft(dataDir)).toEqual([]);
});

test('a lock left by a power cut does not matter, whoever has its number now', async () => {
  {
    await using server = await start();
    await query(server.url, 'create table kept as select 42 as answer');
  }
  const lock = path.join(dataDir, 'postgres/postmaster.pid');
  for (const pid of [process.ppid, 4_194_303]) {
    writeFileSync(lock, `${pid}\n${dataDir}/postgres\n1\n5432\n\n127.0.0.1\n        0         0\nready   \n`);
    await using server = await start();
    expect(await query(server.url, 'select * from kept')).toEqual([{ answer: 42 }]);
  }
});

test('data of another PostgreSQL is left alone', async () => {
  await (await start())[Symbol.asyncDispose]();
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 17, and this service brings PostgreSQL 18: move the folder away/,
  );
});

test('a lost password is told, not replaced', async () => {
  await (await start())[Symbol.asyncDispose]();
  rmSync(path.join(dataDir, 'postgres-password'));
  await expect(start()).rejects.toThrow(/postgres-password, is missing: put it back/);
});

test('removes the rest of a process that was killed while it made the data', async () => {
  mkdirSync(path.join(dataDir, 'postgres.4194303'));
  await using server = await start();
  expect(existsSync(path.join(dataDir, 'postgres.4194303'))).toBe(false);
  expect(server.url).toMatch(/^postgres:/);
});

test.each(['file/below', '/proc/no/such'])('a folder that cannot be written is named: %s', async (folder) => {
  writeFileSync(path.join(dataDir, 'file'), '');
  const unwritable = path.resolve(dataDir, folder);
  await expect(start({}, unwritable)).rejects.toThrow(`The data folder ${unwritable} cannot be written`);
});

test.runIf(isRoot)('in a folder that only root may enter, the data lives where the server can reach it', async () => {
  mkdirSync(path.join(dataDir, 'closed'), { mode: 0o700 });
  const closed = path.join(dataDir, 'closed/.data');
  let home: string | undefined;
  try {
    {
      await using server = await start({}, closed);
      await query(server.url, 'create table kept as select 42 as answer');
      expect(await findEmbeddedDatabase(closed)).toBe(server.url);
    }
    home = findPostgresHome(closed)?.folder;
    expect(home).toMatch(/^\/var\/lib\/auction-service\/[0-9a-f]{12}$/);
    await using server = await start({}, closed);
    expect(await query(server.url, 'select * from kept')).toEqual([{ answer: 42 }]);
  } finally {
    if (home !== undefined) rmSync(home, { recursive: true });
  }
});

test.runIf(isRoot)('data that its owner can no longer reach is not taken for an empty folder', async () => {
  const inner = path.join(dataDir, 'later-closed/.data');
  await (await start({}, inner))[Symbol.asyncDispose]();
  chmodSync(path.dirname(inner), 0o700);
  await expect(start({}, inner)).rejects.toThrow(/who can no longer enter that folder/);
});
