import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { PageLimitsConfig } from '../config.ts';
import { openEventStreams } from '../metrics/metrics.ts';
import type { AuctionState } from './auction-state.ts';
import { beginEventStream, type EventStream, frame, type Frame } from './event-stream.ts';
import type { WatchAuctions } from './watch-auctions.ts';

/** Server-sent events of auctions: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStreams {
  /**
   * Answers a request with a stream, which goes on until the browser leaves or the service stops.
   *
   * @returns `false`, and answers nothing, when this browser, or this address, has too many streams open already
   */
  open(
    auctionId: string,
    viewer: StreamViewer,
    headers: Readonly<Record<string, string>>,
    outgoing: ServerResponse,
  ): boolean;
  /** Ends every stream, so that a server can close; browsers come back by themselves. */
  end(): void;
}

/** The browser that opens a stream. */
export interface StreamViewer {
  readonly address: string;
  /** `null`: a browser that keeps no cookie; the limit of its address alone holds. */
  readonly browserId: string | null;
}

// A page that hears nothing for five seconds says that its numbers are old: a connection can die without either end
// noticing it. Proxies cut silent connections, too.
const usualHeartbeatMs = 2_000;
// One timer serves all streams: at each beat it is the turn of a hundredth of them, so that heartbeats are not written to
// thousands at once.
const beatsOfRound = 100;
// A state says as much as a heartbeat: a stream that got one within the last second has its turn in the next round.
const recentBeats = beatsOfRound / 2;
// After a restart, or the death of a process, not everybody comes back in the same instant.
const minReconnectMs = 500;
const maxReconnectMs = 4_000;
const retry = () => `retry: ${randomInt(minReconnectMs, maxReconnectMs)}\n\n`;
// When an auction begins or ends, every page asks for its new parts. Spread like this, those of all viewers of a process take
// about half of its time.
const spreadMsOfViewer = 2;

interface OpenStream {
  readonly stream: EventStream;
  toldInBeat: number;
}

export function makeEventStreams(
  { watch, heartbeatMs = usualHeartbeatMs }: Pick<WatchAuctions, 'watch'> & { readonly heartbeatMs?: number },
  { streamsOfBrowser, streamsOfIp }: Pick<PageLimitsConfig, 'streamsOfBrowser' | 'streamsOfIp'>,
): EventStreams {
  const turns = Array.from({ length: beatsOfRound }, () => new Set<OpenStream>());
  const openOfBrowser = openCounts(streamsOfBrowser);
  const openOfAddress = openCounts(streamsOfIp);
  let openCount = 0;
  const frameOf = framesOfStates(() => openCount * spreadMsOfViewer);
  const heartbeat = frame('event: heartbeat\ndata:\n\n');
  let beat = 0;

  const beating = setInterval(() => {
    beat += 1;
    for (const { stream, toldInBeat } of turns[beat % beatsOfRound]!) {
      if (beat - toldInBeat >= recentBeats) stream.send(heartbeat);
    }
  }, heartbeatMs / beatsOfRound);
  beating.unref();

  return {
    open(auctionId, { address, browserId }, headers, outgoing) {
      if (!openOfBrowser.enter(browserId)) return false;
      if (!openOfAddress.enter(address)) {
        openOfBrowser.leave(browserId);
        return false;
      }
      openCount += 1;
      openEventStreams.inc({ kind: 'page' });

      const stream = beginEventStream(outgoing, { headers, first: retry() }, () => {
        unwatch();
        turn.delete(opened);
        openCount -= 1;
        openEventStreams.dec({ kind: 'page' });
        openOfBrowser.leave(browserId);
        openOfAddress.leave(address);
      });
      const opened = { stream, toldInBeat: beat };
      const turn = turns[randomInt(beatsOfRound)]!.add(opened);
      const unwatch = watch({ auctionId }, (state) => {
        opened.toldInBeat = beat;
        stream.send(frameOf(state));
      });
      return true;
    },
    end() {
      clearInterval(beating);
      for (const turn of turns) {
        for (const { stream } of turn) stream.end(frame(retry()));
      }
    },
  };
}

/** Counts what each key has open, up to a limit; without a key there is none. */
function openCounts(max: number) {
  const counts = new Map<string, number>();
  return {
    enter(key: string | null): boolean {
      if (key === null) return true;
      const count = counts.get(key) ?? 0;
      if (count < max) counts.set(key, count + 1);
      return count < max;
    },
    leave(key: string | null): void {
      if (key === null) return;
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}

/**
 * Returns the event of a state, encoded once however many watch: all of them are given the same object.
 *
 * @param spreadMs the time within which pages that only watch ask for what the state has changed
 */
function framesOfStates(spreadMs: () => number): (state: AuctionState) => Frame {
  const frames = new WeakMap<AuctionState, Frame>();
  return (state) => {
    const known = frames.get(state);
    if (known !== undefined) return known;
    const encoded = frame(`data: ${JSON.stringify({ ...state, spreadMs: spreadMs() })}\n\n`);
    frames.set(state, encoded);
    return encoded;
  };
}
