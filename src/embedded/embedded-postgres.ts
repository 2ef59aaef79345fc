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
  /** Settles when the server has ended, also without a request to stop. */
  readonly ended: Promise<void>;
}

/**
 * Starts a PostgreSQL on 127.0.0.1 with durable data under `dataDir`; it stops when this process dies.
 *
 * @param options.port a free one if not given
 * @param options.settings configuration parameters of PostgreSQL, over ours
 * @param options.log receives each line that the server writes, and notes on slow steps
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
  // Written only now: if another process was faster, its server must keep its owner file.
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
  // The length of a socket's path is limited, which deep folders exceed, and /tmp is shared by all users.
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
  // The running statement reports a broken connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedUser]);
    if (rowCount === 0) await client.query(`create database ${embeddedUser}`);
  } finally {
    await client.end();
  }
}
