import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FollowedIds } from '../../core/followed-ids.ts';
import { fromOrigin, type JobOrigin } from '../../platform/jobs/job-origin.ts';

/** One kind of work that a worker claims again and again. */
interface ClaimedWork<Item> {
  readonly name: string;
  /** The number of items that this process works on at once. */
  readonly places: number;
  /** Returns the most places that it adds while items end quickly: one for each item that has ended lately. */
  morePlaces?(): number;
  /** An item may wait for the end of another one, although there are places. */
  readonly takesTurns?: boolean;
  /** True while other work comes first: this work is claimed once a second. */
  givesWay?(): boolean;
  /** Hears whether this process falls behind: there may be more work than places, although places become free. */
  onClaimed?(isBehind: boolean): void;
  claim(limit: number): Promise<Item[]>;
  /** Returns what an item is about, for logs and traces, and what has led to it. */
  about(item: Item): Partial<JobOrigin> & FollowedIds & { readonly id: string };
  /** Finishes an item. One that throws is logged, and is due again when its claim ends. */
  finish(item: Item): Promise<void>;
}

const pauseMs = 1_000;

/**
 * The pause between two claims while there may be more work than places: items that fail at once must not be claimed in a loop, and
 * those that end together are replaced in one claim.
 */
const shortPauseMs = 20;

/**
 * The time for which an ended item counts as a place. The next batch can then begin before all items of the last one have ended. A provider
 * that answers a few calls a second gets no longer queue by it.
 */
const countsForMs = 500;

/** Items that neither begin nor end for this long wait for a provider, and not for this process. */
const hangsAfterMs = 2_000;

/**
 * Claims work every second, and whenever an item ends while there may be more. Each item runs by itself, so that the slowest one
 * delays no other. Any number of processes may claim.
 */
export function keepClaiming<Item>({ log }: { log: Logger }, work: ClaimedWork<Item>): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  const underWay = new Set<Promise<void>>();
  let itemEnds = Promise.withResolvers<void>();
  let movedAtMs = 0;
  let endedLately = 0;

  const begin = (item: Item): void => {
    const { id, ...led } = work.about(item);
    // A claim that found nothing leaves no trace; each item begins its own.
    const finishing = fromOrigin(led, { ...led, name: work.name }, () =>
      work
        .finish(item)
        .catch((error: unknown) => log.warn({ err: error, kind: work.name, id }, 'Work failed; it is tried again.')),
    ).finally(() => {
      underWay.delete(finishing);
      movedAtMs = performance.now();
      endedLately += 1;
      setTimeout(() => (endedLately -= 1), countsForMs).unref();
      itemEnds.resolve();
    });
    underWay.add(finishing);
    movedAtMs = performance.now();
  };

  const countPlaces = () => work.places + Math.min(endedLately, work.morePlaces?.() ?? 0);
  const countFree = () => Math.max(0, countPlaces() - underWay.size);

  const claiming = (async () => {
    while (!signal.aborted) {
      let isMore = work.takesTurns === true;
      try {
        // Half of all places at most: two batches are then under way, and not one that is twice as large.
        const free = Math.min(countFree(), Math.max(work.places, Math.floor(countPlaces() / 2)));
        const items = free === 0 ? [] : await work.claim(free);
        items.forEach(begin);
        isMore ||= items.length === free;
        work.onClaimed?.(isMore && performance.now() - movedAtMs < hangsAfterMs);
        if (work.givesWay?.() === true) isMore = false;
      } catch (error) {
        log.warn({ err: error, kind: work.name }, 'Claiming unfinished work failed; retrying in a second.');
      }
      if (isMore && (countFree() === 0 || work.takesTurns === true)) {
        // An item that has ended since the last claim counts.
        await Promise.race([itemEnds.promise, pause(pauseMs)]);
        itemEnds = Promise.withResolvers<void>();
      }
      await pause(isMore ? shortPauseMs : pauseMs);
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
