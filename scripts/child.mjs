import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(import.meta.url), '../..');

/** An error that is shown as a sentence, without a stack. */
export class CannotRun extends Error {}

let child = null;
let signalReceived = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signalReceived = signal;
    if (child === null) process.exit(128 + os.constants.signals[signal]);
    // The console of Windows interrupts the child by itself; a signal would end it at once.
    if (process.platform !== 'win32') child.kill(signal);
  });
}

// The shell between npm and this process may die of a signal without passing it on.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();

/** Returns the last signal that this process got, which its child got as well; null: none. */
export function stoppedBy() {
  return signalReceived;
}

/** Runs a program in the project's folder. Signals to this process reach it. Returns its exit code, or null and the signal that ended it. */
export async function run(file, args, env, stdio = 'inherit') {
  child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio });
  try {
    return await new Promise((resolve, reject) => {
      child.on('exit', (code, signal) => resolve([code, signal]));
      child.on('error', (error) => reject(new CannotRun(`${file} could not be run: ${error.message}`)));
    });
  } finally {
    child = null;
  }
}
