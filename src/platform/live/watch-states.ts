import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Live } from './live.ts';

interface HowToWatch<Subject, State> {
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
  readonly reading: ReturnType<typeof watchAuction>;
}

/**
 * Reads each watched auction once per change, however many watch it, and at the instants at which it begins and ends. All
 * watchers of an auction get the same state.
 */
export function watchStates<Subject extends { readonly auctionId: string }, State>(how: HowToWatch<Subject, State>) {
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
    /**
     * Watches a subject.
     *
     * @returns ends the watch
     */
    watch(subject: Subject, onState: (state: State) => void): () => void {
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
    /** Checks whether the auction has a watcher already, and thus exists. */
    isWatched: (auctionId: string) => auctions.has(auctionId),
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
) {
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
    /** Reads as soon as the pace allows; once more if a read is under way. */
    refresh,
    stop: () => {
      isStopped = true;
      clearTimeout(nextRead);
      unsubscribe();
    },
  };
}
