import { Socket } from 'node:net';

const smallestSpace = 64 * 1024;
/** More is not kept for the next message. */
const mostKept = 1024 * 1024;

/** A message begins with its type in one byte and its length in four, which count themselves. */
const typeBytes = 1;
const headBytes = 5;

/**
 * A socket to PostgreSQL that reads into one space of its own and passes on whole messages. Node would take new memory for
 * each read, and pg for each message that comes in several: of a long list more than a megabyte, outside of V8's heap, for
 * which V8 then collects all garbage of the process. What is passed on is valid until whoever hears of it returns, which is
 * enough for texts: values in PostgreSQL's binary format, which nobody asks for, would be views of it.
 *
 * @param connection.ssl where the messages are encrypted, the socket is an ordinary one
 */
export function messageSocket(connection: { readonly ssl?: unknown } = {}): Socket {
  if (connection.ssl !== undefined && connection.ssl !== false) return new Socket();
  let space = Buffer.allocUnsafeSlow(smallestSpace);
  let filled = 0;

  /** @returns where the last of the messages ends that have come whole */
  function endOfWhole(): number {
    let end = 0;
    while (filled - end >= headBytes) {
      const next = end + typeBytes + space.readUInt32BE(end + typeBytes);
      if (next > filled) break;
      end = next;
    }
    return end;
  }

  /** Keeps what has come of the message behind them. It grows with what comes, whatever length somebody tells. */
  function keepFrom(end: number): void {
    const kept = space.subarray(end, filled);
    filled = kept.length;
    if (filled === space.length) space = Buffer.allocUnsafeSlow(2 * space.length);
    else if (filled === 0 && space.length > mostKept) space = Buffer.allocUnsafeSlow(smallestSpace);
    else if (end === 0) return;
    kept.copy(space);
  }

  const socket: Socket = new Socket({
    onread: {
      buffer: () => (filled === 0 ? space : space.subarray(filled)),
      callback(count) {
        filled += count;
        const end = endOfWhole();
        if (end > 0) socket.emit('data', space.subarray(0, end));
        keepFrom(end);
        return true;
      },
    },
  });
  return socket;
}
