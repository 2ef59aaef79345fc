import type { Logger } from 'pino';
import type { Live } from '../live/live.ts';
import type { AuctionState } from './auction-state.ts';

/** @returns ends the watch */
export type WatchAuction = (auctionId: string, onState: (state: AuctionState) => void) => () => void;

interface Watched {
  /** Who has not been told anything yet is told at the next look, whatever it finds. */
  readonly watchers: Map<(state: AuctionState) => void, { told: boolean }>;
  /** The last state but for its clock; `null` before the first. */
  known: string | null;
  looking: boolean;
  lookAgain: boolean;
  nextLook: NodeJS.Timeout | undefined;
  unsubscribe: () => void;
}

// An announcement can get lost, a test clock be advanced: nobody is told of either.
const longestPauseMs = 10_000;
// However fast bids come, an auction is read this often at most; well within the second that the page promises.
const shortestPauseMs = 150;

/**
 * Looks at each watched auction once per change, however many watch it, and at the instants at which it begins and
 * ends.
 */
export function watchAuctions({
  live,
  log,
  read,
}: {
  live: Live;
  log: Logger;
  read: (auctionId: string) => Promise<AuctionState>;
}): WatchAuction {
  const auctions = new Map<string, Watched>();

  async function look(auctionId: string, watched: Watched): Promise<void> {
    if (watched.looking) {
      watched.lookAgain = true;
      return;
    }
    watched.looking = true;
    watched.lookAgain = false;
    clearTimeout(watched.nextLook);
    let pauseMs = longestPauseMs;
    try {
      const state = await read(auctionId);
      tell(watched, state);
      pauseMs = Math.min(longestPauseMs, untilNextTurn(state));
    } catch (error) {
      log.warn({ err: error, auctionId }, 'a watched auction could not be read; trying again');
    }
    watched.looking = false;
    if (auctions.get(auctionId) !== watched) return;
    const wanted = watched.lookAgain ? shortestPauseMs : Math.max(shortestPauseMs, pauseMs);
    watched.nextLook = setTimeout(() => void look(auctionId, watched), wanted);
    watched.nextLook.unref();
  }

  function begin(auctionId: string): Watched {
    const watched: Watched = {
      watchers: new Map(),
      known: null,
      looking: false,
      lookAgain: false,
      nextLook: undefined,
      unsubscribe: live.subscribe(auctionId, () => void look(auctionId, watched)),
    };
    auctions.set(auctionId, watched);
    return watched;
  }

  return (auctionId, onState) => {
    const watched = auctions.get(auctionId) ?? begin(auctionId);
    watched.watchers.set(onState, { told: false });
    void look(auctionId, watched);
    return () => {
      watched.watchers.delete(onState);
      if (watched.watchers.size > 0 || auctions.get(auctionId) !== watched) return;
      auctions.delete(auctionId);
      clearTimeout(watched.nextLook);
      watched.unsubscribe();
    };
  };
}

function tell(watched: Watched, state: AuctionState): void {
  const { nowMs: _, ...content } = state;
  const found = JSON.stringify(content);
  const isNews = found !== watched.known;
  watched.known = found;
  for (const [onState, watcher] of watched.watchers) {
    if (watcher.told && !isNews) continue;
    watcher.told = true;
    onState(state);
  }
}

function untilNextTurn({ phase, startsAtMs, endsAtMs, nowMs }: AuctionState): number {
  if (phase === 'upcoming') return startsAtMs - nowMs;
  return phase === 'open' ? endsAtMs - nowMs : Infinity;
}
