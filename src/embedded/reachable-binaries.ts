import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../core/cannot-start.ts';
import { installedBinaries, type PostgresBinaries, program } from './postgres-binaries.ts';
import { sharedFolder } from './postgres-home.ts';
import { canRun, isRoot, type RunAs } from './unprivileged-user.ts';

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
  openToAll(partial);
  rmSync(to, { recursive: true, force: true });
  renameSync(partial, to);
}

/** The umask of the installation may have denied access to others. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(entryPath);
    else if (entry.isFile()) chmodSync(entryPath, (statSync(entryPath).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
