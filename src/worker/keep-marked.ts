import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { markEveryMs, markWorker, unmarkWorker } from '../settlement/worker-marks.ts';
import { repeat } from './repeat.ts';

/** Keeps this worker marked as alive, until it stops: by the marks an operator hears that no worker is left. */
export function keepMarked({ db, log }: Pick<Deps, 'db' | 'log'>): AsyncDisposable {
  const workerId = randomUUID();
  const marking = repeat(markEveryMs, async () => {
    try {
      await markWorker(db, workerId);
    } catch (error) {
      log.warn({ err: error }, 'This worker could not be marked as alive; retrying in seconds.');
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      await marking[Symbol.asyncDispose]();
      await unmarkWorker(db, workerId).catch((error: unknown) => {
        log.warn({ err: error }, 'The mark of this worker could not be deleted.');
      });
    },
  };
}
