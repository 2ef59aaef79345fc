import type { Logger } from 'pino';
import type { Live } from './live.ts';

/** Reads an auction again and again. */
export interface AuctionWatch {
  /** Reads as soon as the pace allows; once more if a read is under way. */
  refresh(): void;
  stop(): void;
}

// An announcement can get lost, and a jump of a test clock is not always announced.
const maxPauseMs = 10_000;
// An auction is read at most ten times a second, however fast it changes: well within the second that the page promises.
const minPeriodMs = 100;

/**
 * Reads an auction whenever it has changed, and when the time that the last read named is over; never twice at once.
 * The caller starts the first read.
 *
 * @param read reads the state and notifies the watchers; returns the milliseconds after which to read again; Infinity if only a
 * change matters
 */
export function watchAuction(
  { live, log }: { live: Live; log: Logger },
  auctionId: string,
  read: () => Promise<number>,
): AuctionWatch {
  let isReading = false;
  let isStopped = false;
  let earliestMs = 0;
  let nextMs = Infinity;
  let nextRead: NodeJS.Timeout | undefined;

  function readAt(wantedMs: number): void {
    const atMs = Math.max(wantedMs, earliestMs);
    if (isStopped || atMs >= nextMs) return;
    nextMs = atMs;
    if (!isReading) schedule();
  }

  function schedule(): void {
    clearTimeout(nextRead);
    nextRead = setTimeout(() => void readOnce(), Math.max(0, nextMs - performance.now()));
    nextRead.unref();
  }

  async function readOnce(): Promise<void> {
    isReading = true;
    nextMs = Infinity;
    const beganMs = performance.now();
    let pauseMs = maxPauseMs;
    try {
      pauseMs = Math.min(maxPauseMs, await read());
    } catch (error) {
      log.warn({ err: error, auctionId }, 'A watched auction could not be read; retrying.');
    }
    isReading = false;
    const endedMs = performance.now();
    // To notify thousands of watchers takes long: half of the time is left to everything else that the process does.
    const restMs = Math.min(maxPauseMs, endedMs - beganMs);
    earliestMs = Math.max(beganMs + minPeriodMs, endedMs + restMs);
    const wantedMs = Math.min(nextMs, endedMs + pauseMs);
    nextMs = Infinity;
    readAt(wantedMs);
  }

  const refresh = () => readAt(performance.now());
  const unsubscribe = live.subscribe(auctionId, refresh);
  return {
    refresh,
    stop: () => {
      isStopped = true;
      clearTimeout(nextRead);
      unsubscribe();
    },
  };
}
