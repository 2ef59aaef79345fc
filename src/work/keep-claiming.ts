import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { fromOrigin, type JobOrigin } from '../jobs/job-origin.ts';

/** One kind of work that a worker claims again and again. */
interface ClaimedWork<Item> {
  readonly name: string;
  /** The number of items that this process works on at once. */
  readonly places: number;
  /** An item may wait for the end of another one, although there are places. */
  readonly takesTurns?: boolean;
  claim(limit: number): Promise<Item[]>;
  /** Returns the auction that an item belongs to, and what has led to it. */
  originOf(item: Item): Partial<JobOrigin> & { readonly auctionId?: string | null };
  /** Finishes an item. Must not throw. */
  finish(item: Item): Promise<void>;
}

const pauseMs = 1_000;

/**
 * The pause between two claims while there may be more work than places: items that fail at once must not be claimed in a loop, and
 * those that end together are replaced in one claim.
 */
const shortPauseMs = 20;

/**
 * Claims work every second, and whenever an item ends while there may be more. Each item runs by itself, so that the slowest one
 * delays no other. Any number of processes may claim.
 */
export function keepClaiming<Item>({ log }: { log: Logger }, work: ClaimedWork<Item>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakeUp = makeWakeUp();
  const underWay = new Set<Promise<void>>();

  const begin = (item: Item): void => {
    const { auctionId = null, ...origin } = work.originOf(item);
    // A claim that found nothing leaves no trace; each item begins its own.
    const finishing = fromOrigin(origin, { name: work.name, auctionId }, () => work.finish(item)).finally(() => {
      underWay.delete(finishing);
      wakeUp.ring();
    });
    underWay.add(finishing);
  };

  const claiming = (async () => {
    while (!signal.aborted) {
      let isMore = work.takesTurns === true;
      try {
        const free = work.places - underWay.size;
        const items = free === 0 ? [] : await work.claim(free);
        items.forEach(begin);
        isMore ||= items.length === free;
      } catch (error) {
        log.warn({ err: error, kind: work.name }, 'Claiming unfinished work failed; retrying in a second.');
      }
      if (isMore) await wakeUp.rings(pauseMs, signal);
      await delay(isMore ? shortPauseMs : pauseMs, undefined, { signal }).catch(() => undefined);
    }
  })();

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await claiming;
      await Promise.all(underWay);
    },
  };
}

/** Wakes the caller that waits in `rings`. A `ring` while nobody waits makes the next `rings` return at once. */
function makeWakeUp() {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    /** Waits until it rings, but no longer than `limitMs`, and not at all once `signal` is aborted. */
    async rings(limitMs: number, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const onAbort = () => resolve();
      const timer = setTimeout(resolve, limitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      await Promise.race([rung.promise, over]);
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      rung = Promise.withResolvers<void>();
    },
  };
}
