import type { Logger } from 'pino';
import type { Live } from '../live/live.ts';
import { watchStates } from '../live/watch-states.ts';
import type { AuctionState } from './auction-state.ts';

/** @returns ends the watch */
export type WatchAuction = (auctionId: string, onState: (state: AuctionState) => void) => () => void;

/** Sends every watcher the state of an auction: at once, and at each change. */
export function watchAuctions(how: {
  live: Live;
  log: Logger;
  read: (auctionId: string) => Promise<AuctionState>;
}): WatchAuction {
  const watch = watchStates({
    ...how,
    read: ({ auctionId }: { auctionId: string }) => how.read(auctionId),
    contentOf,
    msUntilTransition,
  });
  return (auctionId, onState) => watch({ auctionId }, onState);
}

function contentOf({ nowMs: _, ...content }: AuctionState): string {
  return JSON.stringify(content);
}

function msUntilTransition({ phase, startsAtMs, endsAtMs, nowMs }: AuctionState): number {
  if (phase === 'upcoming') return startsAtMs - nowMs;
  return phase === 'open' ? endsAtMs - nowMs : Infinity;
}
