import type { ServerResponse } from 'node:http';

/** A text as it goes out, made once for all who receive it. */
export interface Frame {
  /** As a chunk of HTTP/1.1. */
  readonly chunk: Buffer;
  /** The bytes alone, for HTTP/1.0, which has no chunks. */
  readonly bytes: Buffer;
}

export function frame(text: string): Frame {
  const bytes = Buffer.from(text);
  return { bytes, chunk: Buffer.from(`${bytes.length.toString(16)}\r\n${text}\r\n`) };
}

export interface EventStream {
  send(frame: Frame): void;
  /** Sends a last frame and ends the answer. */
  end(last: Frame): void;
}

// A browser that reads this slowly is cut off, and gets the latest state when it comes back.
const maxUnreadBytes = 16 * 1024;

/**
 * Answers a request with a stream that is written to its socket directly. Node's own `write` frames each text anew and
 * writes it in three pieces, which costs more than all the rest of telling somebody of a bid.
 *
 * @param first is sent together with the headers
 * @param onClose is called once, at the end of the stream from either side
 */
export function beginEventStream(
  outgoing: ServerResponse,
  { headers, first }: { headers: Readonly<Record<string, string>>; first: string },
  onClose: () => void,
): EventStream {
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
    end(last) {
      send(last);
      if (isOpen()) outgoing.end();
    },
  };
}
