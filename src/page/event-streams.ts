import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Live } from '../live/live.ts';
import { type StateWatch, watchStates } from '../live/watch-states.ts';
import { openEventStreams } from '../metrics/metrics.ts';
import type { AuctionState } from './auction-state.ts';

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

/** Makes server-sent events of auctions: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function makeEventStreams(
  { watch, heartbeatMs = usualHeartbeatMs }: Pick<WatchAuctions, 'watch'> & { readonly heartbeatMs?: number },
  { streamsOfBrowser, streamsOfIp }: Pick<Config['pageLimits'], 'streamsOfBrowser' | 'streamsOfIp'>,
) {
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
    /**
     * Answers a request with a stream, which goes on until the browser leaves or the service stops.
     *
     * @param viewer.browserId `null`: a browser that keeps no cookie; the limit of its address alone holds
     * @returns `false`, and answers nothing, when this browser, or this address, has too many streams open already
     */
    open(
      auctionId: string,
      { address, browserId }: { address: string; browserId: string | null },
      headers: Readonly<Record<string, string>>,
      outgoing: ServerResponse,
    ): boolean {
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
    /** Ends every stream, so that a server can close; browsers come back by themselves. */
    end(): void {
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

/** A text as it goes out, made once for all who receive it. */
interface Frame {
  /** As a chunk of HTTP/1.1. */
  readonly chunk: Buffer;
  /** The bytes alone, for HTTP/1.0, which has no chunks. */
  readonly bytes: Buffer;
}

function frame(text: string): Frame {
  const bytes = Buffer.from(text);
  return { bytes, chunk: Buffer.from(`${bytes.length.toString(16)}\r\n${text}\r\n`) };
}

type EventStream = ReturnType<typeof beginEventStream>;

// A browser that reads this slowly is cut off, and gets the latest state when it comes back.
const maxUnreadBytes = 16 * 1024;

/**
 * Answers a request with a stream that is written to its socket directly. Node's own `write` frames each text anew and
 * writes it in three pieces, which costs more than all the rest of telling somebody of a bid.
 *
 * @param first is sent together with the headers
 * @param onClose is called once, at the end of the stream from either side
 */
function beginEventStream(
  outgoing: ServerResponse,
  { headers, first }: { headers: Readonly<Record<string, string>>; first: string },
  onClose: () => void,
) {
  const hasChunks = outgoing.req.httpVersionMinor > 0;
  // Destroyed and ended answers take nothing more.
  const isOpen = () => !outgoing.writableEnded && outgoing.socket?.writable === true;
  const send = ({ chunk, bytes }: Frame) => {
    if (!isOpen()) return;
    const socket = outgoing.socket!;
    if (socket.writableLength > maxUnreadBytes) outgoing.destroy();
    else socket.write(hasChunks ? chunk : bytes);
  };
  // A browser may have left before its answer begins: then no later event reports it.
  if (outgoing.destroyed) setImmediate(onClose);
  else {
    outgoing.once('close', onClose);
    outgoing.writeHead(200, {
      ...headers,
      ...(hasChunks ? { 'transfer-encoding': 'chunked' } : { connection: 'close' }),
    });
    outgoing.write(first);
  }
  return {
    send,
    /** Sends a last frame and ends the answer. */
    end(last: Frame): void {
      send(last);
      if (isOpen()) outgoing.end();
    },
  };
}

/** Sends every watcher the state of an auction: at once, and at each change. */
type WatchAuctions = StateWatch<{ readonly auctionId: string }, AuctionState>;

export function watchAuctions(how: {
  live: Live;
  log: Logger;
  read: (auctionId: string) => Promise<AuctionState>;
}): WatchAuctions {
  return watchStates({
    ...how,
    read: ({ auctionId }: { readonly auctionId: string }) => how.read(auctionId),
    contentOf: ({ nowMs: _, ...content }) => JSON.stringify(content),
    msUntilTransition,
  });
}

function msUntilTransition({ phase, startsAtMs, endsAtMs, nowMs }: AuctionState): number {
  if (phase === 'upcoming') return startsAtMs - nowMs;
  return phase === 'open' ? endsAtMs - nowMs : Infinity;
}
