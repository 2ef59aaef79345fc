import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { CannotStart } from '../core/cannot-start.ts';
import { freePort } from './free-port.ts';
import { embeddedUser, ensurePassword, initData } from './init-data.ts';
import { majorVersion, type PostgresBinaries } from './postgres-binaries.ts';
import { dataFolder, openPostgresHome, ownerFile, passwordFile, type PostgresHome } from './postgres-home.ts';
import { reachableBinaries } from './reachable-binaries.ts';
import { PortTaken, runPostgres, type RunningPostgres } from './run-postgres.ts';
import { settlePreviousServer } from './settle-previous-server.ts';

export interface EmbeddedPostgres extends AsyncDisposable {
  readonly url: string;
  /** Settles when the server has ended, also when nobody asked it to. */
  readonly ended: Promise<void>;
}

/**
 * A PostgreSQL of our own on 127.0.0.1, its data under `dataDir` and durable; it stops when this process dies.
 *
 * @param options.port a free one if not given
 * @param options.settings configuration parameters of PostgreSQL, over ours
 * @param options.log told each line the server writes, and what takes long
 * @throws CannotStart with the reason in one sentence; AlreadyRunning when another process uses the same data
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  settings?: Readonly<Record<string, string>>;
  log?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const { settings = {}, log = () => undefined } = options;
  const home = openPostgresHome(options.dataDir);
  const binaries = reachableBinaries(home.runAs);
  await settlePreviousServer(home, log);
  const password = await ensureData(home, binaries, { isDurable: settings['fsync'] !== 'off', log });
  const { server, port } = await runOnSomePort(options.port, (candidate) =>
    runPostgres(home, binaries, { ...ourSettings, port: String(candidate), ...settings }, log),
  );
  // Not before: had another process been faster, its server would lose its owner.
  writeFileSync(ownerFile(home), String(process.pid), { mode: 0o600 });
  try {
    await ensureDatabase(databaseUrl(port, password, 'postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: databaseUrl(port, password),
    ended: server.ended,
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

const ourSettings = {
  listen_addresses: '127.0.0.1',
  // A socket's path has a limit that a deep checkout passes, and /tmp is everybody's.
  unix_socket_directories: '',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
};

export function databaseUrl(port: number, password: string, database: string = embeddedUser): string {
  return `postgres://${embeddedUser}:${password}@127.0.0.1:${port}/${database}`;
}

async function ensureData(
  home: PostgresHome,
  binaries: PostgresBinaries,
  { isDurable, log }: { isDurable: boolean; log: (line: string) => void },
): Promise<string> {
  if (!existsSync(dataFolder(home))) {
    log(`Making a database in ${home.folder} …`);
    const password = ensurePassword(home);
    await initData(home, binaries, isDurable);
    return password;
  }
  const made = readFileSync(path.join(dataFolder(home), 'PG_VERSION'), 'utf8').trim();
  if (made !== majorVersion(binaries)) {
    throw new CannotStart(
      `The data in ${dataFolder(home)} was made by PostgreSQL ${made}, and this service brings PostgreSQL ${majorVersion(binaries)}: move the folder away to begin with an empty database, or set DATABASE_URL.`,
    );
  }
  if (!existsSync(passwordFile(home))) {
    throw new CannotStart(
      `The password of the database, ${passwordFile(home)}, is missing: put it back, or move ${dataFolder(home)} away to begin with an empty database.`,
    );
  }
  return ensurePassword(home);
}

/** Between choosing a free port and listening on it, another program may take it. */
async function runOnSomePort(
  wanted: number | undefined,
  run: (port: number) => Promise<RunningPostgres>,
): Promise<{ server: RunningPostgres; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { server: await run(port), port };
    } catch (error) {
      if (!(error instanceof PortTaken) || wanted !== undefined || tries === 5) throw error;
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedUser]);
    if (rowCount === 0) await client.query(`create database ${embeddedUser}`);
  } finally {
    await client.end();
  }
}
