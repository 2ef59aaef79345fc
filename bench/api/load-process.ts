import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Load, LoadResult } from './load-types.ts';

export interface LoadProcess extends AsyncDisposable {
  run(load: Load): Promise<LoadResult>;
}

/** A process that sends requests, so that making them costs the servers nothing. */
export function startLoadProcess(): LoadProcess {
  const child = fork(path.join(import.meta.dirname, 'load.ts'));
  const exited = once(child, 'exit');
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        child.once('message', (result) => resolve(result as LoadResult));
        void exited.then(() => reject(new Error('The sender of requests has ended.')));
        child.send(load);
      }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
