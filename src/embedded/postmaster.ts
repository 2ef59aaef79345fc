import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, ownerFile, type PostgresHome } from './postgres-home.ts';

/** A server that runs on the data of a home. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Finds the server on this data, if there is one. */
export function findPostmaster(home: Pick<PostgresHome, 'folder'>): Postmaster | null {
  const lock = readLock(home);
  if (lock === null || !isAlive(lock.pid) || isStranger(home, lock.pid)) return null;
  return lock;
}

/**
 * Checks whether PostgreSQL's lock file names a process that is no server of this data. After a power cut another
 * process may have the same number: PostgreSQL would take it for a running server and refuse to start.
 */
export function lockNamesStranger(home: Pick<PostgresHome, 'folder'>): boolean {
  const lock = readLock(home);
  return lock !== null && isAlive(lock.pid) && isStranger(home, lock.pid);
}

/** Checks whether the process that started the server is still alive. */
export function ownerIsAlive(home: Pick<PostgresHome, 'folder'>): boolean {
  const pid = Number(readOrNull(ownerFile(home)));
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

export function lockFile(home: Pick<PostgresHome, 'folder'>): string {
  return path.join(dataFolder(home), 'postmaster.pid');
}

function readLock(home: Pick<PostgresHome, 'folder'>): Postmaster | null {
  // Line by line: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
  const lines = readOrNull(lockFile(home))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines?.[3]), isReady: lines?.[7]?.trim() === 'ready' };
}

function isStranger(home: Pick<PostgresHome, 'folder'>, pid: number): boolean {
  const command = commandOf(pid);
  return !command.includes('postgres') || !command.includes(dataFolder(home));
}

export function isAlive(pid: number): boolean {
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

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
