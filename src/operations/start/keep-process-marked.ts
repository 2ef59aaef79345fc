import { randomUUID } from 'node:crypto';
import type { ProcessDeps } from '../../payments/deps.ts';
import { markEveryMs, markProcess, unmarkProcess } from '../../settlement/process-marks.ts';
import { repeat } from '../work/repeat.ts';

/** Keeps this process marked as running, with its role and version, until it stops: by the marks an operator hears that no worker is left. */
export function keepProcessMarked({ config, db, log }: Pick<ProcessDeps, 'config' | 'db' | 'log'>): AsyncDisposable {
  const processId = randomUUID();
  const failure = 'This process could not be marked as running; retrying in seconds.';
  const marking = repeat({ log }, { pauseMs: markEveryMs, failure }, () => markProcess(db, processId, config.role));
  return {
    async [Symbol.asyncDispose]() {
      await marking[Symbol.asyncDispose]();
      await unmarkProcess(db, processId).catch((error: unknown) => {
        log.warn({ err: error }, 'The mark of this process could not be deleted.');
      });
    },
  };
}
