import { Socket } from 'node:net';

const smallestSpace = 64 * 1024;
/** More is not kept for the next message. */
const mostKept = 1024 * 1024;

/** A message: its type in one byte, then its length in four, which count themselves. */
const typeBytes = 1;
const lengthBytes = 4;

/**
 * A socket to PostgreSQL that reads into one space of its own and passes on whole messages. Node would take new memory for
 * each read, and pg for each message that comes in several: of a long list more than a megabyte, outside of V8's heap, for
 * which V8 then collects all garbage of the process.
 *
 * @param connection.ssl where the messages are encrypted, the socket is an ordinary one
 */
export function messageSocket(connection: { readonly ssl?: unknown } = {}): Socket {
  if (connection.ssl !== undefined && connection.ssl !== false) return new Socket();
  let space = Buffer.allocUnsafeSlow(smallestSpace);
  let filled = 0;

  /** How much of it is whole messages, and how long the one behind them will be. */
  function whole(): { end: number; next: number } {
    let end = 0;
    for (;;) {
      if (filled - end < typeBytes + lengthBytes) return { end, next: 0 };
      const next = typeBytes + space.readUInt32BE(end + typeBytes);
      if (end + next > filled) return { end, next };
      end += next;
    }
  }

  /** Keeps what has come of the message behind the whole ones, with room for all of it. */
  function keepFrom(end: number, next: number): void {
    if (end === 0 && next <= space.length) return;
    const kept = space.subarray(end, filled);
    if (next > space.length) space = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(next)));
    else if (next <= smallestSpace && space.length > mostKept) space = Buffer.allocUnsafeSlow(smallestSpace);
    kept.copy(space);
    filled = kept.length;
  }

  const socket: Socket = new Socket({
    onread: {
      buffer: () => (filled === 0 ? space : space.subarray(filled)),
      callback(count) {
        filled += count;
        const { end, next } = whole();
        // Whoever is told makes of it what it needs before this returns.
        if (end > 0) socket.emit('data', space.subarray(0, end));
        keepFrom(end, next);
        return true;
      },
    },
  });
  return socket;
}
