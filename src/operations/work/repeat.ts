import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Repeats `work` until it is disposed of, with a pause after each run. A run that fails is logged, and the next one tries again.
 *
 * @param how.failure the line of the log
 * @param work gets a signal that is aborted when it has to end
 */
export function repeat(
  { log }: { readonly log: Logger },
  { pauseMs, failure }: { pauseMs: number; failure: string },
  work: (signal: AbortSignal) => Promise<unknown>,
): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeating = (async () => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => log.warn({ err: error }, failure));
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
