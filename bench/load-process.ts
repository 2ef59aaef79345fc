import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process that makes load, so that making it costs the servers nothing. It answers each message with one. */
export interface LoadProcess extends AsyncDisposable {
  readonly pid: number;
  ask<Answer>(message: object | string): Promise<Answer>;
}

/** @param file its path */
export function startLoadProcess(file: string, args: readonly string[] = []): LoadProcess {
  const child = fork(file, args);
  const exited = once(child, 'exit');
  return {
    pid: child.pid!,
    ask: <Answer>(message: object | string) =>
      new Promise<Answer>((resolve, reject) => {
        const onMessage = (answer: Answer | 'ready') => {
          // An earlier version says so once, and answers nothing by it.
          if (answer === 'ready') return;
          child.off('message', onMessage);
          resolve(answer);
        };
        child.on('message', onMessage);
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
