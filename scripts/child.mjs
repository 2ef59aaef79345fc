import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/** The module that ends a process when its parent dies. */
export const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;
await import(endWithParent);

/** An error that is shown as a sentence, without a stack. */
export class CannotRun extends Error {
  exitCode = 1;
}

let child = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (child === null) process.exit(128 + os.constants.signals[signal]);
    // The console of Windows interrupts the child by itself; a signal would end it at once.
    if (process.platform !== 'win32') child.kill(signal);
  });
}

/** Runs a program in the project's folder and returns its exit code. Signals to this process reach the program. */
export async function run(file, args, env, stdio = 'inherit') {
  child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio });
  try {
    const [code, signal] = await once(child, 'exit');
    return code ?? 128 + os.constants.signals[signal];
  } catch (error) {
    throw new CannotRun(`${file} could not be run: ${error.message}`);
  } finally {
    child = null;
  }
}
