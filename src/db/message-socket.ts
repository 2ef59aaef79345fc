import { Socket } from 'node:net';

const smallestSpace = 64 * 1024;
/** A larger buffer is not kept for the next message. */
const maxKept = 1024 * 1024;

/** A message begins with its type in one byte and its length in four, which count themselves. */
const typeBytes = 1;
const headBytes = 5;

/**
 * Makes a socket to PostgreSQL that reads into its own buffer and passes on whole messages. Node would allocate
 * memory for each read, and pg for each message that comes in several reads: for a long list more than a megabyte
 * outside of V8's heap, for which V8 then runs a full garbage collection. A message is valid until the listener
 * returns. That is enough for texts; values in PostgreSQL's binary format, which the service does not use, would be
 * views of the buffer.
 *
 * @param connection.ssl with encrypted messages, the socket is an ordinary one
 */
export function messageSocket(connection: { readonly ssl?: unknown } = {}): Socket {
  if (connection.ssl !== undefined && connection.ssl !== false) return new Socket();
  let space = Buffer.allocUnsafeSlow(smallestSpace);
  let filled = 0;

  /**
   * Returns the end of the last complete message.
   *
   * @returns where the last of the messages ends that have come whole
   */
  function endOfWhole(): number {
    let end = 0;
    while (filled - end >= headBytes) {
      const next = end + typeBytes + space.readUInt32BE(end + typeBytes);
      if (next > filled) break;
      end = next;
    }
    return end;
  }

  /** Holds the received bytes of the next message. The buffer grows with the bytes, whatever length the message claims. */
  function keepFrom(end: number): void {
    const kept = space.subarray(end, filled);
    filled = kept.length;
    if (filled === space.length) space = Buffer.allocUnsafeSlow(2 * space.length);
    else if (filled === 0 && space.length > maxKept) space = Buffer.allocUnsafeSlow(smallestSpace);
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
