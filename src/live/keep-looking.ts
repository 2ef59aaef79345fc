import type { Logger } from 'pino';
import type { Live } from './live.ts';

/** Somebody keeps looking at an auction. */
export interface Looking {
  /** Looks now, or once more when the present look is done. */
  look(): void;
  stop(): void;
}

// An announcement can get lost, a test clock be advanced: nobody is told of either.
const longestPauseMs = 10_000;
// However fast changes come, an auction is looked at this often at most; well within the second that is promised.
const shortestPauseMs = 150;

/**
 * Looks at an auction whenever it has changed, and when a look asks for it; never twice at once. The first look is the
 * caller's to ask for.
 *
 * @param look answers in how many milliseconds it wants to be done again, Infinity where only a change matters
 */
export function keepLooking(
  { live, log }: { live: Live; log: Logger },
  auctionId: string,
  look: () => Promise<number>,
): Looking {
  let isLooking = false;
  let isAskedAgain = false;
  let isStopped = false;
  let nextLook: NodeJS.Timeout | undefined;

  async function lookOnce(): Promise<void> {
    if (isLooking) {
      isAskedAgain = true;
      return;
    }
    isLooking = true;
    isAskedAgain = false;
    clearTimeout(nextLook);
    let pauseMs = longestPauseMs;
    try {
      pauseMs = Math.min(longestPauseMs, await look());
    } catch (error) {
      log.warn({ err: error, auctionId }, 'a watched auction could not be read; trying again');
    }
    isLooking = false;
    if (isStopped) return;
    const wanted = isAskedAgain ? shortestPauseMs : Math.max(shortestPauseMs, pauseMs);
    nextLook = setTimeout(() => void lookOnce(), wanted);
    nextLook.unref();
  }

  const unsubscribe = live.subscribe(auctionId, () => void lookOnce());
  return {
    look: () => void lookOnce(),
    stop: () => {
      isStopped = true;
      clearTimeout(nextLook);
      unsubscribe();
    },
  };
}
