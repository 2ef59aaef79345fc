import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Image } from './build-image.ts';

export interface RunningProcess {
  /** The exit code. */
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
}

/** What a container of the image has: nothing of this machine's environment, and the image's own Node in `bin` of `folder`. */
export function environmentOf(image: Image, { folder }: { folder: string }): Record<string, string> {
  return { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, ...image.environment };
}

/** Runs a command of the image as a container would, as a user without rights. */
export function runInImage(
  image: Image,
  [file, ...args]: readonly string[],
  { env, stdio }: { env: Record<string, string>; stdio: StdioOptions },
): RunningProcess {
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(file!, args, { cwd: image.folder, env, ...nobody, stdio });
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) };
}
