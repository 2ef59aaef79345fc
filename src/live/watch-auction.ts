import type { Logger } from 'pino';
import type { Live } from './live.ts';

/** Reads an auction again and again. */
export interface AuctionWatch {
  /** Reads now, or once more after the read that is under way. */
  refresh(): void;
  stop(): void;
}

// An announcement can get lost, and a jump of a test clock is not always announced.
const maxPauseMs = 10_000;
// The shortest time between two reads of an auction, however fast it changes; well within the second that the page
// promises.
const shortestPauseMs = 150;

/**
 * Reads an auction whenever it has changed, and when the time that the last read named is over; never twice at once.
 * The caller starts the first read.
 *
 * @param read returns the milliseconds after which to read again; Infinity if only a change matters
 */
export function watchAuction(
  { live, log }: { live: Live; log: Logger },
  auctionId: string,
  read: () => Promise<number>,
): AuctionWatch {
  let isReading = false;
  let isWantedAgain = false;
  let isStopped = false;
  let nextRead: NodeJS.Timeout | undefined;

  async function readOnce(): Promise<void> {
    if (isReading) {
      isWantedAgain = true;
      return;
    }
    isReading = true;
    isWantedAgain = false;
    clearTimeout(nextRead);
    let pauseMs = maxPauseMs;
    try {
      pauseMs = Math.min(maxPauseMs, await read());
    } catch (error) {
      log.warn({ err: error, auctionId }, 'A watched auction could not be read; retrying.');
    }
    isReading = false;
    if (isStopped) return;
    const wanted = isWantedAgain ? shortestPauseMs : Math.max(shortestPauseMs, pauseMs);
    nextRead = setTimeout(() => void readOnce(), wanted);
    nextRead.unref();
  }

  const unsubscribe = live.subscribe(auctionId, () => void readOnce());
  return {
    refresh: () => void readOnce(),
    stop: () => {
      isStopped = true;
      clearTimeout(nextRead);
      unsubscribe();
    },
  };
}
