import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CannotStart } from '../core/cannot-start.ts';
import { type PostgresBinaries, program } from './postgres-binaries.ts';
import { dataFolder, type PostgresHome } from './postgres-home.ts';
import { AlreadyRunning } from './settle-previous-server.ts';

export interface RunningPostgres {
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * The server must not outlive us, however we die: a second process keeps the other end of our pipe and stops the server
 * when the pipe breaks. A line in the pipe says that the server is gone already. The server takes the place of the shell,
 * and the second process is nobody's child, so that the server does not wonder about it.
 */
const withWatch = `
exec 3<&0
( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & )
exec "$@" 3<&- </dev/null
`;

/**
 * What a statement has given back stays with its connection, up to 16 MiB, for the next one. Left to itself glibc returns it
 * to the system and asks for it anew, which is a quarter of the time of a long list.
 */
const keptMemory = { MALLOC_TRIM_THRESHOLD_: String(16 * 2 ** 20), MALLOC_MMAP_THRESHOLD_: String(4 * 2 ** 20) };

const goodbyeLimitMs = 1_000;
const stopLimitMs = 30_000;

/**
 * Runs a server until it accepts connections.
 *
 * @param settings configuration parameters of PostgreSQL
 * @throws PortTaken when another server has the port
 */
export async function runPostgres(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<RunningPostgres> {
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    '/bin/sh',
    ['-c', withWatch, 'sh', program(binaries, 'postgres'), '-D', dataFolder(home), ...parameters],
    {
      ...home.runAs,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', ...keptMemory },
      stdio: ['pipe', 'ignore', 'pipe'],
      // A Ctrl-C in the terminal is for us alone: requests in flight still need the database.
      detached: true,
    },
  );
  // The pipe to a server that is gone.
  server.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    server.once('error', () => resolve());
    server.once('exit', () => {
      server.stdin.end('gone\n');
      resolve();
    });
  });
  const lines: string[] = [];
  const isReady = await new Promise<boolean>((resolve) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      log(line);
      if (lines.push(line) > 50) lines.shift();
      // A standby accepts read-only ones.
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve(true);
    });
    // Once its output is read to the end, not before: the reason stands in it.
    server.once('close', () => resolve(false));
    server.once('error', () => resolve(false));
  });
  if (!isReady) throw whyNot(home, lines);
  return { ended, stop: () => stop(server, ended) };
}

/** The port was free when it was chosen, or was asked for, and is another server's. */
export class PortTaken extends CannotStart {
  override name = 'PortTaken';
}

function whyNot(home: PostgresHome, lines: readonly string[]): CannotStart {
  const output = lines.join('\n');
  if (output.includes('lock file "postmaster.pid" already exists')) {
    return new AlreadyRunning(`The service already runs on the data in ${home.folder}.`);
  }
  if (output.includes('Address already in use')) return new PortTaken('The port for the embedded database is taken.');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|ERROR):/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  return new CannotStart(`The embedded database in ${home.folder} did not start: ${fatal.replace(/^.*?\] */, '')}`);
}

/**
 * Waits a moment for our own connections, which say goodbye just now, then ends those that are left, and writes what is
 * in memory. A server that takes too long is cut off and recovers at its next start.
 */
async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill('SIGTERM');
  const timers = [
    setTimeout(() => server.kill('SIGINT'), goodbyeLimitMs),
    setTimeout(() => server.kill('SIGQUIT'), stopLimitMs),
  ];
  await ended;
  for (const timer of timers) clearTimeout(timer);
}
