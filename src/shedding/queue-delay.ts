/**
 * A queue that takes this long keeps everything busy: a longer one only answers later, and a second later most
 * callers have given up.
 */
const maxWaitMs = 100;

/** A queue with this many items per server keeps all servers busy, however slow they are. */
const shortestPerServer = 4;

/** A queue that empties within this time is a burst, and is accepted as a whole. */
const burstMs = 500;

/** The window in which served items are counted. */
const windowMs = 250;

export interface QueueDelay {
  /** Call when a queued item is done. */
  served(): void;
  /**
   * Checks whether a newcomer would wait too long.
   *
   * @param length the current length of the queue
   */
  isTooLong(length: number): boolean;
}

/**
 * Judges a queue by the time to pass through it: its length over the number served per second (Little's law). The
 * length alone is no measure, because the rate differs between machines and loads. A queue is too long if it is a
 * standing queue: it has not been empty for a while (controlled delay, "Fail at Scale", ACM Queue 13/8).
 *
 * @param servers the number served at once
 */
export function queueDelay(servers: number, now = () => performance.now()): QueueDelay {
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
    return Math.max(servers * shortestPerServer, servedInMs * maxWaitMs);
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
