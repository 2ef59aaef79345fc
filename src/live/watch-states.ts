import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AuctionWatch, watchAuction } from './watch-auction.ts';
import type { Live } from './live.ts';

export interface StateWatch<Subject, State> {
  /**
   * Watches a subject.
   *
   * @returns ends the watch
   */
  watch(subject: Subject, onState: (state: State) => void): () => void;
  /** Checks whether the auction has a watcher already, and thus exists. */
  isWatched(auctionId: string): boolean;
}

export interface HowToWatch<Subject, State> {
  readonly live: Live;
  readonly log: Logger;
  readonly read: (subject: Subject) => Promise<State>;
  /** A state without its clock, as a text: watchers are notified when this text changes. */
  readonly contentOf: (state: State) => string;
  /** The milliseconds until the state changes by itself, as an auction does when it begins or ends. */
  readonly msUntilTransition: (state: State) => number;
}

interface Watched<State> {
  /** A watcher that has no state yet gets one after the next read, changed or not. */
  readonly watchers: Map<(state: State) => void, { hasState: boolean }>;
  /** The content of the last state; `null` before the first. */
  known: string | null;
  readonly reading: AuctionWatch;
}

/**
 * Reads each watched auction once per change, however many watch it, and at the instants at which it begins and ends. All
 * watchers of an auction get the same state.
 */
export function watchStates<Subject extends { readonly auctionId: string }, State>(
  how: HowToWatch<Subject, State>,
): StateWatch<Subject, State> {
  const auctions = new Map<string, Watched<State>>();

  function begin(subject: Subject): Watched<State> {
    const watched: Watched<State> = {
      watchers: new Map(),
      known: null,
      reading: watchAuction(how, subject.auctionId, async () => {
        const state = await how.read(subject);
        await notify(watched, state, how.contentOf(state));
        return how.msUntilTransition(state);
      }),
    };
    auctions.set(subject.auctionId, watched);
    return watched;
  }

  return {
    watch(subject, onState) {
      const { auctionId } = subject;
      const watched = auctions.get(auctionId) ?? begin(subject);
      watched.watchers.set(onState, { hasState: false });
      watched.reading.refresh();
      return () => {
        watched.watchers.delete(onState);
        if (watched.watchers.size > 0 || auctions.get(auctionId) !== watched) return;
        auctions.delete(auctionId);
        watched.reading.stop();
      };
    },
    isWatched: (auctionId) => auctions.has(auctionId),
  };
}

// To notify thousands takes a process a tenth of a second: other requests run in between.
const sliceMs = 1;

async function notify<State>(watched: Watched<State>, state: State, content: string): Promise<void> {
  const isNews = content !== watched.known;
  watched.known = content;
  let sliceEndsMs = performance.now() + sliceMs;
  for (const [onState, watcher] of watched.watchers) {
    if (watcher.hasState && !isNews) continue;
    watcher.hasState = true;
    onState(state);
    if (performance.now() < sliceEndsMs) continue;
    await setImmediate();
    sliceEndsMs = performance.now() + sliceMs;
  }
}
