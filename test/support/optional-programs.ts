import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

interface Program {
  readonly label: string;
  /** The names that its executable has on different systems. */
  readonly files: readonly string[];
  /** The oldest version that the tests work with, as `[major, minor]`. */
  readonly since?: readonly [number, number];
  /** The command that brings it to Debian. */
  readonly from: string;
}

const unpack = '.ci/unpack-newer-programs';

/** The folder that `.ci/unpack-newer-programs` fills. */
export const newerPrograms = process.env['NEWER_PROGRAMS'] ?? '/opt/auction-programs/bin';

/**
 * The programs that only some tests need, and that a machine may lack. Each is looked up on PATH, and then in the
 * folder that the environment variable `NEWER_PROGRAMS` names; without it, in the folder of `.ci/unpack-newer-programs`.
 */
export const optionalPrograms = {
  chromium: {
    label: 'Chromium',
    files: ['chromium', 'chromium-browser', 'google-chrome'],
    from: 'apt-get install chromium',
  },
  redis: { label: 'Redis', files: ['redis-server'], from: 'apt-get install redis-server' },
  faketime: { label: 'faketime', files: ['faketime'], from: 'apt-get install faketime' },
  python: { label: 'Python 3.11', files: ['python3'], since: [3, 11], from: 'apt-get install python3' },
  pip: { label: 'pip', files: ['pip3'], from: 'apt-get install python3-pip python3-venv' },
  promtool: { label: 'promtool', files: ['promtool'], from: 'apt-get install prometheus' },
  systemd: { label: 'systemd', files: ['systemd-analyze'], from: 'apt-get install systemd' },
  // Older versions know nothing of prepared statements in transaction mode.
  pgbouncer: { label: 'PgBouncer 1.21', files: ['pgbouncer'], since: [1, 21], from: unpack },
  caddy: { label: 'Caddy', files: ['caddy'], from: unpack },
  compose: { label: 'Docker Compose', files: ['docker-compose'], from: unpack },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof optionalPrograms;

const found = new Map<ProgramName, string | null>();

/** Returns the path of a program; `null` if this machine lacks it or has one that is too old. */
export function findProgram(name: ProgramName): string | null {
  if (!found.has(name)) found.set(name, lookUp(optionalPrograms[name]));
  return found.get(name) ?? null;
}

/** @throws if this machine lacks the program */
export function requireProgram(name: ProgramName): string {
  const file = findProgram(name);
  const { label, from } = optionalPrograms[name];
  if (file === null) throw new Error(`${label} is missing (${from}).`);
  return file;
}

/**
 * Checks whether this machine has a program.
 *
 * @throws in CI if it has none: a suite that leaves out half of its tests proves nothing
 */
export function hasProgram(name: ProgramName): boolean {
  if (process.env['CI'] === 'true') requireProgram(name);
  return findProgram(name) !== null;
}

function lookUp({ files, since }: Program): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  folders.push(newerPrograms);
  const candidates = files.flatMap((file) => folders.map((folder) => path.join(folder, file)));
  return candidates.find((file) => isExecutable(file) && (since === undefined || isSince(file, since))) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isSince(file: string, [major, minor]: readonly [number, number]): boolean {
  const output = execFileSync(file, ['--version'], { encoding: 'utf8' });
  const [, ownMajor = 0, ownMinor = 0] = (/(\d+)\.(\d+)/.exec(output) ?? []).map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
