import { setTimeout as delay } from 'node:timers/promises';
import type { BidDeps } from '../bids/bid-deps.ts';
import { finishAuthorizations } from '../settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../settlement/settle-due-auctions.ts';

const pauseMs = 1_000;

/**
 * Every second: goes on with whatever was begun with money and is not finished, whoever began it, and settles what has
 * ended. Any number of processes may do so.
 */
export function startFinishing(deps: BidDeps): AsyncDisposable {
  const stopping = new AbortController();
  const finishing = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await finishAuthorizations(deps);
        await settleDueAuctions(deps);
      } catch (error) {
        deps.log.warn({ err: error }, 'Finishing what was begun has failed; the next try follows in a second.');
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await finishing;
    },
  };
}
