import type { Logger } from 'pino';
import { keepLooking, type Looking } from './keep-looking.ts';
import type { Live } from './live.ts';

/** @returns ends the watch */
export type Watch<Subject, State> = (subject: Subject, onState: (state: State) => void) => () => void;

export interface HowToWatch<Subject, State> {
  readonly live: Live;
  readonly log: Logger;
  readonly read: (subject: Subject) => Promise<State>;
  /** What of a state is news when it differs: all but its clock, as a text. */
  readonly contentOf: (state: State) => string;
  /** In how many milliseconds the state changes by itself, as an auction does when it begins or ends. */
  readonly msUntilTurn: (state: State) => number;
}

interface Watched<State> {
  /** Who has not been told anything yet is told at the next look, whatever it finds. */
  readonly watchers: Map<(state: State) => void, { told: boolean }>;
  /** The content of the last state; `null` before the first. */
  known: string | null;
  readonly looking: Looking;
}

/**
 * Looks at each watched auction once per change, however many watch it, and at the instants at which it begins and ends.
 * Everybody who watches an auction has to be shown the same of it.
 */
export function watchStates<Subject extends { readonly auctionId: string }, State>(
  how: HowToWatch<Subject, State>,
): Watch<Subject, State> {
  const auctions = new Map<string, Watched<State>>();

  function begin(subject: Subject): Watched<State> {
    const watched: Watched<State> = {
      watchers: new Map(),
      known: null,
      looking: keepLooking(how, subject.auctionId, async () => {
        const state = await how.read(subject);
        tell(watched, state, how.contentOf(state));
        return how.msUntilTurn(state);
      }),
    };
    auctions.set(subject.auctionId, watched);
    return watched;
  }

  return (subject, onState) => {
    const { auctionId } = subject;
    const watched = auctions.get(auctionId) ?? begin(subject);
    watched.watchers.set(onState, { told: false });
    watched.looking.look();
    return () => {
      watched.watchers.delete(onState);
      if (watched.watchers.size > 0 || auctions.get(auctionId) !== watched) return;
      auctions.delete(auctionId);
      watched.looking.stop();
    };
  };
}

function tell<State>(watched: Watched<State>, state: State, content: string): void {
  const isNews = content !== watched.known;
  watched.known = content;
  for (const [onState, watcher] of watched.watchers) {
    if (watcher.told && !isNews) continue;
    watcher.told = true;
    onState(state);
  }
}
