import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateWithLedger } from './migrate-with-ledger.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { isAlive } from '../../src/platform/embedded/postmaster.ts';
import { administer, databaseUrl } from './administer.ts';

/** A PostgreSQL for tests. Nothing in it outlives the process. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** The name of the migrated, empty database that each fresh database is a copy of. */
  readonly template: string;
}

const template = 'migrated';

const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '300',
  // Every session has to ask for UTC itself.
  TimeZone: 'Asia/Kolkata',
};

/** The prepared data folder of a server that holds the template, from which each worker's server begins. */
export interface PreparedData extends AsyncDisposable {
  /** The folder that holds it, and the copies of it. */
  readonly home: string;
}

export async function prepareData(): Promise<PreparedData> {
  const home = await makeHome();
  const server = await startEmbeddedPostgres({ dataDir: join(home, 'prepared'), settings });
  // To prove a password by 4,096 rounds of hashing takes each new connection longer than its first statement.
  const { username, password } = new URL(server.url);
  await administer(server.url, `set scram_iterations = 1; alter role ${username} password '${password}'`);
  await administer(server.url, `create database ${template}`);
  await migrateWithLedger(databaseUrl(server.url, template));
  await server[Symbol.asyncDispose]();
  return { home, [Symbol.asyncDispose]: () => removeFolder(home) };
}

/** Starts a server on a copy of prepared data. It ends with this process. */
export async function startOnCopy({ home }: Pick<PreparedData, 'home'>): Promise<TestServer> {
  const dataDir = join(home, `copy-${process.pid}`);
  // As root, PostgreSQL runs as another user, who keeps the files.
  execFileSync('cp', ['-a', join(home, 'prepared'), dataDir]);
  const server = await startEmbeddedPostgres({ dataDir, settings });
  return {
    url: server.url,
    template,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await removeFolder(dataDir);
    },
  };
}

/** A server for a run of several commands: see `onServer`. */
export async function startTestServer(): Promise<TestServer> {
  const closing = new AsyncDisposableStack();
  const data = closing.use(await prepareData());
  const { url } = closing.use(await startOnCopy(data));
  return { url, template, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** The environment of a run of tests that uses this server instead of one of its own. */
export function onServer({ url, template }: Pick<TestServer, 'url' | 'template'>): NodeJS.ProcessEnv {
  return { ...process.env, TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template };
}

/** @returns the server of `onServer`; `null` where the run has to start its own */
export function presentServer(): Pick<TestServer, 'url' | 'template'> | null {
  const { TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template } = process.env;
  return url === undefined || template === undefined ? null : { url, template };
}

const prefix = 'auction-test-';
const tmpfs = 0x0102_1994;
const neededBytes = 4 * 2 ** 30;

/** Makes a folder in memory if this machine has room there, or else in the folder for temporary files. */
async function makeHome(): Promise<string> {
  const memory = '/dev/shm';
  const found = await statfs(memory).catch(() => null);
  const hasRoom =
    found !== null && found.type === tmpfs && found.bavail * found.bsize > neededBytes && freemem() > neededBytes;
  if (hasRoom) await removeLeftovers(memory);
  const home = await mkdtemp(join(hasRoom ? memory : tmpdir(), `${prefix}${process.pid}-`));
  // Where root runs the tests, PostgreSQL runs as another user, who has to get here.
  await chmod(home, 0o755);
  return home;
}

/** A run that was killed leaves its folder, and memory is scarcer than disk. */
async function removeLeftovers(memory: string): Promise<void> {
  const anHourAgoMs = Date.now() - 3_600_000;
  for (const name of await readdir(memory)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    const folder = join(memory, name);
    if (pid === undefined || isAlive(Number(pid))) continue;
    const made = await stat(folder).catch(() => null);
    // Another container may share this memory, and not its numbers of processes.
    if (made !== null && made.mtimeMs < anHourAgoMs) await removeFolder(folder);
  }
}

/** The servers of workers end with them, a moment later. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
