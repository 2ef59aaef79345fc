import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CannotStart } from '../core/cannot-start.ts';
import { type PostgresBinaries, program } from './postgres-binaries.ts';
import { dataFolder, passwordFile, type PostgresHome } from './postgres-home.ts';
import { isAlive } from './postmaster.ts';

/** The superuser of the embedded database, and the name of the database. */
export const embeddedUser = 'auction';

/** Returns the password, created at first use and stored next to the data. */
export function ensurePassword(home: PostgresHome): string {
  const file = passwordFile(home);
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
    if (home.runAs !== null) chownSync(file, home.runAs.uid, home.runAs.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

/** Creates an empty database cluster, renamed into place when complete. */
export async function initData(home: PostgresHome, binaries: PostgresBinaries, isDurable: boolean): Promise<void> {
  const partial = `${dataFolder(home)}.${process.pid}`;
  removePartials(home);
  mkdirSync(partial, { mode: 0o700 });
  if (home.runAs !== null) chownSync(partial, home.runAs.uid, home.runAs.gid);
  const initdb = spawn(
    program(binaries, 'initdb'),
    [
      `--pgdata=${partial}`,
      `--username=${embeddedUser}`,
      `--pwfile=${passwordFile(home)}`,
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
    renameSync(partial, dataFolder(home));
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
