import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Config } from '../../platform/config.ts';
import { openEventStreams } from '../../platform/metrics/metrics.ts';
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
export function makePageStreams(
  watchers: {
    /** Sends a watcher the state of an auction at once, and at each change, until the returned function is called. */
    watch(subject: { readonly auctionId: string }, onState: (state: AuctionState) => void): () => void;
    readonly heartbeatMs?: number;
  },
  { streamsOfBrowser, streamsOfIp }: Pick<Config['pageLimits'], 'streamsOfBrowser' | 'streamsOfIp'>,
) {
  const { watch, heartbeatMs = usualHeartbeatMs } = watchers;
  const turns = Array.from({ length: beatsOfRound }, () => new Set<OpenStream>());
  /** The streams that each browser and each address has open. */
  const openOf = new Map<string, number>();
  let openCount = 0;
  /** All watchers are given the same state: it is encoded once. */
  const frames = new WeakMap<AuctionState, Frame>();
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
      const maxOf = new Map([[`address ${address}`, streamsOfIp]]);
      if (browserId !== null) maxOf.set(`browser ${browserId}`, streamsOfBrowser);
      const isFull = [...maxOf].some(([key, max]) => (openOf.get(key) ?? 0) >= max);
      if (isFull) return false;
      for (const key of maxOf.keys()) openOf.set(key, (openOf.get(key) ?? 0) + 1);
      openCount += 1;
      openEventStreams.inc({ kind: 'page' });

      const stream = beginEventStream(outgoing, { headers, first: retry() }, () => {
        unwatch();
        turn.delete(opened);
        openCount -= 1;
        openEventStreams.dec({ kind: 'page' });
        for (const key of maxOf.keys()) {
          const left = openOf.get(key)! - 1;
          if (left > 0) openOf.set(key, left);
          else openOf.delete(key);
        }
      });
      const opened = { stream, toldInBeat: beat };
      const turn = turns[randomInt(beatsOfRound)]!.add(opened);
      const unwatch = watch({ auctionId }, (state) => {
        opened.toldInBeat = beat;
        const spreadMs = openCount * spreadMsOfViewer;
        const encoded = frames.get(state) ?? frame(`data: ${JSON.stringify({ ...state, spreadMs })}\n\n`);
        frames.set(state, encoded);
        stream.send(encoded);
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
