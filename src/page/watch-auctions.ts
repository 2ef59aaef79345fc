import type { Logger } from 'pino';
import type { Live } from '../live/live.ts';
import { type StateWatch, watchStates } from '../live/watch-states.ts';
import type { AuctionState } from './auction-state.ts';

/** Sends every watcher the state of an auction: at once, and at each change. */
export type WatchAuctions = StateWatch<{ readonly auctionId: string }, AuctionState>;

export function watchAuctions(how: {
  live: Live;
  log: Logger;
  read: (auctionId: string) => Promise<AuctionState>;
}): WatchAuctions {
  return watchStates({
    ...how,
    read: ({ auctionId }: { readonly auctionId: string }) => how.read(auctionId),
    contentOf,
    msUntilTransition,
  });
}

function contentOf({ nowMs: _, ...content }: AuctionState): string {
  return JSON.stringify(content);
}

function msUntilTransition({ phase, startsAtMs, endsAtMs, nowMs }: AuctionState): number {
  if (phase === 'upcoming') return startsAtMs - nowMs;
  return phase === 'open' ? endsAtMs - nowMs : Infinity;
}
