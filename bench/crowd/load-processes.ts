import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A process that makes load, and answers each message with one. */
export interface LoadProcess extends AsyncDisposable {
  readonly pid: number;
  ask<Answer>(message: object | string): Promise<Answer>;
}

/** @param file beside this one */
export function startLoadProcess(file: string): LoadProcess {
  const child: ChildProcess = fork(path.join(import.meta.dirname, file));
  const exited = once(child, 'exit');
  return {
    pid: child.pid!,
    ask: (message) =>
      new Promise((resolve, reject) => {
        child.once('message', resolve);
        void exited.then(() => reject(new Error(`${file} has ended.`)));
        child.send(message);
      }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** Milliseconds since 1970, finer than `Date.now`: the same in all processes of a machine, and in its PostgreSQL. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now();
}
