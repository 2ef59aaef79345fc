import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { attributesOf, inSpan } from '../tracing/span.ts';
import { makeWakeUp } from './wake-up.ts';

/** One kind of work that a worker claims again and again. */
export interface ClaimedWork<Item> {
  readonly name: string;
  /** The number of items that this process works on at once. */
  readonly places: number;
  claim(limit: number): Promise<Item[]>;
  /** Returns the auction that an item belongs to. */
  auctionOf(item: Item): string | null;
  /** Finishes an item. Must not throw. */
  finish(item: Item): Promise<void>;
}

const pauseMs = 1_000;

/**
 * The pause between two claims while there is more work than places: items that fail at once must not be claimed in a
 * loop.
 */
const shortPauseMs = 20;

/**
 * Claims work every second, and whenever a place becomes free while there is more. Each item runs by itself, so that
 * the slowest one delays no other. Any number of processes may claim.
 */
export function keepClaiming<Item>({ log }: { log: Logger }, work: ClaimedWork<Item>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakeUp = makeWakeUp();
  const underWay = new Set<Promise<void>>();

  const begin = (item: Item): void => {
    // A claim that found nothing leaves no trace; each item begins its own.
    const finishing = inSpan(work.name, { kind: 'CONSUMER', attributes: attributesOf(work.auctionOf(item)) }, () =>
      work.finish(item),
    ).finally(() => {
      underWay.delete(finishing);
      wakeUp.ring();
    });
    underWay.add(finishing);
  };

  const claiming = (async () => {
    while (!signal.aborted) {
      let isFull = false;
      try {
        const free = work.places - underWay.size;
        const items = free === 0 ? [] : await work.claim(free);
        items.forEach(begin);
        isFull = items.length === free;
      } catch (error) {
        log.warn({ err: error, kind: work.name }, 'Claiming unfinished work failed; retrying in a second.');
      }
      if (isFull) await wakeUp.rings(pauseMs, signal);
      await delay(isFull ? shortPauseMs : pauseMs, undefined, { signal }).catch(() => undefined);
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
