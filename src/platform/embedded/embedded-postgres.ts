import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CannotStart } from '../../core/cannot-start.ts';
import { SteadyClient } from '../db/steady-client.ts';
import { freePort } from './free-port.ts';
import { majorVersion, type PostgresBinaries, program, reachableBinaries } from './postgres-binaries.ts';
import { ensureSecret, openPostgresHome, type PostgresHome } from './postgres-home.ts';
import { isAlive, settlePreviousServer } from './postmaster.ts';
import { PortTaken, runPostgres } from './run-postgres.ts';

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

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
}) {
  const { settings = {}, log = () => undefined } = options;
  const home = openPostgresHome(options.dataDir);
  const binaries = reachableBinaries(home.runAs);
  await settlePreviousServer(home, log);
  const password = await ensureData(home, binaries, { isDurable: settings['fsync'] !== 'off', log });
  const { server, port } = await runOnSomePort(options.port, (candidate) =>
    runPostgres(home, binaries, { ...ourSettings, port: String(candidate), ...settings }, log),
  );
  // Written only now: if another process was faster, its server must keep its owner file.
  writeFileSync(home.ownerFile, String(process.pid), { mode: 0o600 });
  try {
    await ensureDatabase(databaseUrl(port, password, 'postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: databaseUrl(port, password),
    /** Settles when the server has ended, also without a request to stop. */
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
  if (!existsSync(home.data)) {
    log(`Making a database in ${home.folder} …`);
    const password = ensureSecret(home.passwordFile, randomBytes(24).toString('base64url'), home.runAs);
    await initData(home, binaries, isDurable);
    return password;
  }
  const made = readFileSync(path.join(home.data, 'PG_VERSION'), 'utf8').trim();
  if (made !== majorVersion(binaries)) {
    throw new CannotStart(
      `The data in ${home.data} was made by PostgreSQL ${made}, and this service brings PostgreSQL ${majorVersion(binaries)}: move the folder away to begin with an empty database, or set DATABASE_URL.`,
    );
  }
  if (!existsSync(home.passwordFile)) {
    throw new CannotStart(
      `The password of the database, ${home.passwordFile}, is missing: put it back, or move ${home.data} away to begin with an empty database.`,
    );
  }
  return readFileSync(home.passwordFile, 'utf8');
}

/** Between choosing a free port and listening on it, another program may take it. */
async function runOnSomePort<Server>(wanted: number | undefined, run: (port: number) => Promise<Server>) {
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
  await using client = await SteadyClient.open({ connectionString: url });
  const { rowCount } = await client.query('select from pg_database where datname = $1', [embeddedUser]);
  if (rowCount === 0) await client.query(`create database ${embeddedUser}`);
}

/** The superuser of the embedded database, and the name of the database. */
const embeddedUser = 'auction';

/** Creates an empty database cluster, renamed into place when complete. */
async function initData(home: PostgresHome, binaries: PostgresBinaries, isDurable: boolean): Promise<void> {
  const partial = `${home.data}.${process.pid}`;
  removePartials(home);
  mkdirSync(partial, { mode: 0o700 });
  if (home.runAs !== null) chownSync(partial, home.runAs.uid, home.runAs.gid);
  const initdb = spawn(
    program(binaries, 'initdb'),
    [
      `--pgdata=${partial}`,
      `--username=${embeddedUser}`,
      `--pwfile=${home.passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Texts sort the same and messages are the same on every machine, whatever its locales.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(isDurable ? [] : ['--no-sync']),
    ],
    { ...home.runAs, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [errors, code] = await Promise.all([
    text(initdb.stderr),
    new Promise<number | null>((resolve, reject) => initdb.on('error', reject).on('exit', resolve)),
  ]);
  if (code !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new CannotStart(`The embedded database could not be made in ${home.folder}: ${errors.trim()}`);
  }
  try {
    renameSync(partial, home.data);
  } catch (error) {
    rmSync(partial, { recursive: true });
    // Another process was faster; the start of the server decides which of the two owns it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

/** Removes files that a killed process left here. */
function removePartials({ folder }: PostgresHome): void {
  for (const name of readdirSync(folder)) {
    const pid = /^postgres\.(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true });
  }
}
