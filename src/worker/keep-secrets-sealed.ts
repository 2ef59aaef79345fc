import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { resealSecrets } from './reseal-secrets.ts';

/** Resealing is repeated, as a process that still has the earlier key may write meanwhile. */
const everyMs = 3_600_000;

const retryMs = 60_000;

/** Seals secrets with the current key when a worker starts, and every hour. */
export function keepSecretsSealed(deps: Pick<Deps, 'db' | 'config' | 'log'>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const resealing = (async () => {
    while (!signal.aborted) {
      const isDone = await resealSecrets(deps, signal).then(
        () => true,
        (error: unknown) => {
          deps.log.warn({ err: error }, 'Sealing secrets failed; retrying in a minute.');
          return false;
        },
      );
      await delay(isDone ? everyMs : retryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await resealing;
    },
  };
}
