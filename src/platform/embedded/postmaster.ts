import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../../core/cannot-start.ts';
import type { PostgresHome } from './postgres-home.ts';

/** A server that runs on the data of a home. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Finds the server on this data, if there is one. */
export function findPostmaster(home: Pick<PostgresHome, 'data'>): Postmaster | null {
  const lock = readLock(home);
  return lock === null || isStranger(home, lock.pid) ? null : lock;
}

function lockFile({ data }: Pick<PostgresHome, 'data'>): string {
  return path.join(data, 'postmaster.pid');
}

/** Reads which process PostgreSQL's lock file names, if that process is alive. */
function readLock(home: Pick<PostgresHome, 'data'>): Postmaster | null {
  // Line by line: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
  const lines = readOrNull(lockFile(home))?.split('\n');
  const pid = Number(lines?.[0]);
  return isAlive(pid) ? { pid, port: Number(lines?.[3]), isReady: lines?.[7]?.trim() === 'ready' } : null;
}

function isStranger({ data }: Pick<PostgresHome, 'data'>, pid: number): boolean {
  const command = commandOf(pid);
  return !command.includes('postgres') || !command.includes(data);
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is alive, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return (readOrNull(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/** Reads a file that may be absent. */
export function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Another process of the service runs on the same data folder. */
export class AlreadyRunning extends CannotStart {
  override name = 'AlreadyRunning';
}

const graceMs = 5_000;
const shutdownLimitMs = 60_000;

/**
 * Makes sure that no server runs on this data: waits for one whose owner died, as it stops by itself
 * (src/platform/embedded/run-postgres.ts).
 *
 * @throws AlreadyRunning when its owner lives
 */
export async function settlePreviousServer(home: PostgresHome, log: (line: string) => void): Promise<void> {
  const begin = performance.now();
  let isReported = false;
  let isStopping = false;
  for (;;) {
    const server = findPostmaster(home);
    if (server === null) break;
    if (isAlive(Number(readOrNull(home.ownerFile))))
      throw new AlreadyRunning(`The service already runs on the data in ${home.folder}.`);
    const waited = performance.now() - begin;
    if (waited > 1_000 && !isReported) {
      isReported = true;
      log('Waiting for the database of the previous run to stop …');
    }
    // A server that is not ready either starts, and may still get an owner, or stops.
    if (waited > graceMs && server.isReady && !isStopping) {
      isStopping = true;
      process.kill(server.pid, 'SIGINT');
    }
    if (waited > shutdownLimitMs) {
      throw new CannotStart(
        `The database of a previous run (process ${server.pid}) does not stop: stop it, and start again.`,
      );
    }
    await sleep(25);
  }
  // After a power cut another process may have the number in the lock file: PostgreSQL would take it for a server, and refuse to start.
  const lock = readLock(home);
  if (lock !== null && isStranger(home, lock.pid)) rmSync(lockFile(home), { force: true });
}
