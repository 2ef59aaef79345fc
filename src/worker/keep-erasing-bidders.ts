import { setTimeout as delay } from 'node:timers/promises';
import { eraseOldBidders, firstPosition } from '../bidders/erase-old-bidders.ts';
import type { Deps } from '../deps.ts';

const everyMs = 5_000;

/** Erases bidders past `BIDDER_RETENTION_DAYS`, a hundred at a time. Any number of processes may do so. */
export function keepErasingBidders(deps: Pick<Deps, 'db' | 'gateways' | 'log' | 'config'>): AsyncDisposable {
  const { bidderRetentionDays } = deps.config;
  const stopping = new AbortController();
  const { signal } = stopping;
  const erasing = (async () => {
    if (bidderRetentionDays === null) return;
    for (let position = firstPosition; !signal.aborted;) {
      try {
        position = await eraseOldBidders(deps, bidderRetentionDays, position);
      } catch (error) {
        deps.log.warn({ err: error }, 'Erasing old bidders failed; retrying in a few seconds.');
      }
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await erasing;
    },
  };
}
