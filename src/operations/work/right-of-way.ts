import { setTimeout as delay } from 'node:timers/promises';

const restsTimes = 19;
const looksEveryMs = 200;

/**
 * Makes what tells the parts of a worker which captures and releases need the processors more than they do.
 *
 * When thousands of auctions end at once, each leaves an event for every bidder, and most of these a message: following them up takes as long as
 * selling does. Captures and releases come first. The others never stop: they are slow while a worker is behind. A provider that is slow
 * leaves the processors free: its worker has no free place, and is not behind. Releases in turn give way to sales.
 */
export function makeRightOfWay() {
  const behind = new Set<string>();
  return {
    /** Captures or releases are due for which this process has no place yet. Other work rests meanwhile. */
    get isTaken(): boolean {
      return behind.size > 0;
    },
    /** Returns whether the last claim of some work has found more than this process has places for. */
    isBehind: (work: string) => behind.has(work),
    /** Notes what the last claim of some work has found. */
    note(work: string, isBehind: boolean): void {
      if (isBehind) behind.add(work);
      else behind.delete(work);
    },
    /** Waits after a batch of other work, while the way is taken, so that this work takes a twentieth of the time. */
    async rest(tookMs: number, signal: AbortSignal): Promise<void> {
      const until = performance.now() + restsTimes * tookMs;
      while (behind.size > 0 && performance.now() < until && !signal.aborted) {
        await delay(looksEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
}
