/** So long a queue keeps everything busy: a longer one answers no more, only later, and a second later most callers have given up. */
const longestWaitMs = 100;

/** A queue this long for each server keeps all of them busy, however slow they are. */
const shortestPerServer = 4;

/** A queue that is gone again within so long is a burst, which is let in whole. */
const burstMs = 500;

/** Over which it is counted how many are served. */
const windowMs = 250;

export interface StandingQueue {
  /** Somebody who has come through the queue is done. */
  served(): void;
  /** @param length what a newcomer finds. @returns whether it would wait too long, and others because of it */
  isTooLong(length: number): boolean;
}

/**
 * Judges a queue by how long it takes to come through it: its length over the number that is served in a second (Little's
 * law). The length alone would say nothing, as that number is another on each machine, and on a busy one. Too long
 * is one that stands: nobody has seen it empty for a while (controlled delay, "Fail at Scale", ACM Queue 13/8).
 *
 * @param servers how many are served at once
 */
export function standingQueue(servers: number, now = () => performance.now()): StandingQueue {
  let emptyAtMs = now();
  let countedFromMs = now();
  let count = 0;
  let servedInMs = 0;

  function longest(atMs: number): number {
    if (atMs - countedFromMs >= windowMs) {
      servedInMs = count / (atMs - countedFromMs);
      count = 0;
      countedFromMs = atMs;
    }
    return Math.max(servers * shortestPerServer, servedInMs * longestWaitMs);
  }

  return {
    served: () => void (count += 1),
    isTooLong(length) {
      const atMs = now();
      if (length === 0) emptyAtMs = atMs;
      return length >= longest(atMs) && atMs - emptyAtMs > burstMs;
    },
  };
}
