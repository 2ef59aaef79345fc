import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `work` until it is disposed of, with a pause after each run.
 *
 * @param work must not throw; `signal` is aborted when it has to end
 */
export function repeat(pauseMs: number, work: (signal: AbortSignal) => Promise<void>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeating = (async () => {
    while (!signal.aborted) {
      await work(signal);
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await repeating;
    },
  };
}
