import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../../core/cannot-start.ts';

/** The folder of the embedded database, and the user that runs it. */
export type PostgresHome = ReturnType<typeof homeIn>;

/** The folder in which root keeps files for another user, if only root may enter the checkout's folder. */
export const sharedFolder = '/var/lib/auction-service';

/** Finds the home that has a database for this data folder; `null`: none has. */
export function findPostgresHome(dataDir: string): PostgresHome | null {
  for (const base of [path.resolve(dataDir), sharedHome(dataDir)]) {
    const home = homeIn(base, null);
    const owner = statSync(home.data, { throwIfNoEntry: false });
    if (owner !== undefined) return isRoot() ? { ...home, runAs: { uid: owner.uid, gid: owner.gid } } : home;
  }
  return null;
}

/** @param base holds the database itself, or the folder that the last restore has made */
function homeIn(base: string, runAs: RunAs) {
  const folder = folderInUse(base);
  return {
    base,
    folder,
    runAs,
    /** PostgreSQL's own data folder. */
    data: path.join(folder, 'postgres'),
    passwordFile: path.join(folder, 'postgres-password'),
    /** Names the process that started the server. */
    ownerFile: path.join(folder, 'postgres-owner'),
  };
}

/** A link to the folder that the last restore has made. */
const linkName = 'database';

function folderInUse(base: string): string {
  const link = path.join(base, linkName);
  return existsSync(link) ? realpathSync(link) : base;
}

/** Returns a new name for a folder that is to become the home of this base. */
export function restoredFolder(base: string): string {
  return path.join(base, `restored-${Date.now()}`);
}

/** Makes such a folder the home, in one step. */
export function useHome(base: string, folder: string): void {
  const link = path.join(base, linkName);
  rmSync(`${link}.new`, { force: true });
  symlinkSync(path.basename(folder), `${link}.new`);
  renameSync(`${link}.new`, link);
}

/** Removes the home from before the last restore, and what broken-off restores have left. */
export function removeOtherHomes(base: string): void {
  const inUse = path.basename(folderInUse(base));
  for (const name of readdirSync(base)) {
    if (/^(postgres|restored-)/.test(name) && name !== inUse) rmSync(path.join(base, name), { recursive: true });
  }
}

/**
 * Returns the home of this data folder, prepared for a new database if it has none.
 *
 * @throws CannotStart when it cannot be written, or not by the user that must
 */
export function openPostgresHome(dataDir: string): PostgresHome {
  makeWritable(dataDir);
  const found = findPostgresHome(dataDir);
  if (found !== null) {
    if (!isRoot()) refuseForeignData(found);
    else if (!canEnter(found.runAs, found.data)) {
      throw new CannotStart(
        `The database in ${found.data} belongs to user ${found.runAs?.uid}, who can no longer enter that folder: let it in, or move the folder away to begin with an empty database.`,
      );
    }
    return found;
  }
  if (!isRoot()) return homeIn(path.resolve(dataDir), null);
  const runAs = unprivilegedUser();
  if (canEnter(runAs, path.resolve(dataDir))) return homeIn(path.resolve(dataDir), runAs);
  const base = sharedHome(dataDir);
  mkdirSync(base, { recursive: true });
  // Independent of the umask, which might keep the user out.
  for (const shared of [sharedFolder, base]) chmodSync(shared, 0o755);
  return homeIn(base, runAs);
}

/** Returns one folder for each data folder, named by a hash of its path. */
function sharedHome(dataDir: string): string {
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12);
  return path.join(sharedFolder, digest);
}

function makeWritable(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new CannotStart(
      `DATA_DIR=${dataDir} is a file: set DATA_DIR to a folder, which may be one that does not exist yet.`,
    );
  }
  try {
    makeFolder(path.resolve(dataDir));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CannotStart(
      `The data folder ${path.resolve(dataDir)} cannot be written (${code}): make it writable, or set DATA_DIR to one that is.`,
      { cause },
    );
  }
}

/** Creates each folder in turn: Node's recursive mkdir never returns below a folder such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function refuseForeignData({ data }: PostgresHome): void {
  const owner = statSync(data).uid;
  if (owner === process.getuid?.()) return;
  throw new CannotStart(
    `The database in ${data} belongs to another user (${owner}): start as root or as that user, or set DATA_DIR.`,
  );
}

/** Returns the secret in a file that only its owner can read. The file is created with `fresh` at first use. */
export function ensureSecret(file: string, fresh: string, owner: RunAs = null): string {
  try {
    writeFileSync(file, fresh, { flag: 'wx', mode: 0o600 });
    if (owner !== null) chownSync(file, owner.uid, owner.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

/** The user that runs PostgreSQL; `null`: the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns the user `postgres`, created if the machine has none, as PostgreSQL refuses to run as root. Only root may
 * call this.
 */
function unprivilegedUser(): RunAs {
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
function canEnter(runAs: RunAs, folder: string): boolean {
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
