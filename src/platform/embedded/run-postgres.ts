import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CannotStart } from '../../core/cannot-start.ts';
import { type PostgresBinaries, program } from './postgres-binaries.ts';
import type { PostgresHome } from './postgres-home.ts';
import { AlreadyRunning } from './postmaster.ts';

/**
 * The server must not outlive this process, however it dies: a second process holds the other end of a pipe and stops
 * the server when the pipe breaks. A line in the pipe says that the server has already ended. The server replaces the
 * shell, and the second process is detached, so that PostgreSQL finds no unknown child process.
 */
const withWatch = `
exec 3<&0
( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & )
exec "$@" 3<&- </dev/null
`;

/**
 * Memory that a statement has freed stays with its process, up to 16 MiB, for the next statement. By default glibc
 * returns it to the system and requests it anew, which takes a quarter of the time of a long list.
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
) {
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    '/bin/sh',
    ['-c', withWatch, 'sh', program(binaries, 'postgres'), '-D', home.data, ...parameters],
    {
      ...home.runAs,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', ...keptMemory },
      stdio: ['pipe', 'ignore', 'pipe'],
      // A Ctrl-C in the terminal must reach only this process: requests in flight still need the database.
      detached: true,
    },
  );
  // The pipe to a server that has ended.
  server.stdin.on('error', () => undefined);
  /** Settles when the server has ended, for any reason. */
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
      // A standby accepts read-only connections.
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve(true);
    });
    // On `close`, when the output is read to its end: the output contains the reason.
    server.once('close', () => resolve(false));
    server.once('error', () => resolve(false));
  });
  if (!isReady) throw whyNot(home, lines);
  return { ended, stop: () => stop(server, ended) };
}

/** The port was free when it was chosen, or was configured, and another server uses it. */
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
 * Waits a moment for this process's own connections to close, then ends the remaining ones, and writes everything to
 * disk. A server that takes too long is killed and recovers at its next start.
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
