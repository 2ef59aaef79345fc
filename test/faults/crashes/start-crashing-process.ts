import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CrashPoint, crashPoints } from '../../../src/core/crash-point.ts';
import type { CrashingProcess } from './crashing-process.ts';

/** A process of the service that a test has started; it is killed when disposed of. */
export interface StartedProcess extends AsyncDisposable {
  readonly pid: number;
  /** Until then it has done nothing but load itself. */
  begin(): void;
  /** The signal that ended it, or what it said last. */
  readonly ended: Promise<string>;
  reached(): CrashPoint[];
  /** Has it done what it was asked to do? */
  isWorking(): boolean;
}

export function startCrashingProcess(instruction: CrashingProcess): StartedProcess {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'crashing-process.ts'),
    JSON.stringify(instruction),
  ]);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const complaints = text(child.stderr);
  const ended = once(child, 'close').then(async ([, signal]) => (signal as string | null) ?? (await complaints));
  const lines = () => output.split('\n');
  return {
    pid: child.pid!,
    begin: () => void child.stdin.write('begin\n'),
    ended,
    reached: () => crashPoints.filter((point) => lines().includes(point)),
    isWorking: () => lines().includes('working'),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
