import { spawnSync } from 'node:child_process';
import { CannotStart } from '../core/cannot-start.ts';

/** The user that runs PostgreSQL; `null`: the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns the user `postgres`, created if the machine has none, as PostgreSQL refuses to run as root. Only root may
 * call this.
 */
export function unprivilegedUser(): RunAs {
  const user = findUser();
  if (user !== null) return user;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const made = findUser();
  if (made !== null) return made;
  throw new CannotStart(
    'PostgreSQL refuses to run as root, and a user "postgres" could not be made for it: make one, start as another user, or set DATABASE_URL.',
  );
}

/** Checks whether this user can enter the folder, which also needs access to every folder above it. */
export function canEnter(runAs: RunAs, folder: string): boolean {
  return runs(runAs, '/bin/sh', ['-c', 'cd -- "$0"', folder]);
}

/** Checks whether this user can run the program: it can be reached, and it fits the machine. */
export function canRun(runAs: RunAs, programPath: string): boolean {
  return runs(runAs, programPath, ['--version']);
}

function runs(runAs: RunAs, command: string, args: string[]): boolean {
  // The user may not be allowed to enter the current working folder.
  return spawnSync(command, args, { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

function findUser(): RunAs {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number.parseInt(stdout, 10) : Number.NaN;
  });
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return null;
  return { uid, gid };
}
