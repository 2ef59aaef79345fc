import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The part of pg's connection that COPY needs; pg has no types for it. */
interface Wire {
  readonly stream: Writable & { pause(): void; resume(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** A statement in the form that pg drives: pg calls it with each message of the server. */
interface Driven {
  submit(wire: Wire): void;
  handleCopyInResponse(wire: Wire): void;
  handleCopyData(message: { chunk: Buffer }, wire: Wire): void;
  handleCommandComplete(): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/**
 * Runs `copy … to stdout`.
 *
 * @param onChunk receives a whole row, in PostgreSQL's text format, with its line end; the next row waits for its
 *   promise
 */
export async function copyOut(
  client: pg.Client,
  statement: string,
  onChunk: (row: Buffer) => Promise<void> | null,
): Promise<void> {
  let broken: Error | null = null;
  let waiting = 0;
  await drive(client, statement, {
    handleCopyData({ chunk }, { stream }) {
      // The parser reuses its buffer, while the reader may still hold the row.
      const room = onChunk(Buffer.from(chunk));
      if (room === null) return;
      waiting += 1;
      stream.pause();
      room
        .catch((error: unknown) => void (broken ??= error as Error))
        .finally(() => {
          waiting -= 1;
          if (waiting === 0) stream.resume();
        });
    },
  });
  if (broken !== null) throw broken as Error;
}

/** Runs `copy … from stdin` with rows in the format of `copyOut`. */
export async function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  let broken: Error | null = null;
  const send = async (wire: Wire) => {
    try {
      for await (const row of rows) {
        wire.sendCopyFromChunk(row);
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
      }
      wire.endCopyFrom();
    } catch (error) {
      broken = error as Error;
      wire.sendCopyFail('The rows could not be read.');
    }
  };
  try {
    await drive(client, statement, { handleCopyInResponse: (wire) => void send(wire) });
  } catch (error) {
    throw broken ?? error;
  }
}

async function drive(client: pg.Client, statement: string, handlers: Partial<Driven>): Promise<void> {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let failure: Error | null = null;
  const driven: Driven = {
    submit: (wire) => wire.query(statement),
    handleCopyInResponse: () => undefined,
    handleCopyData: () => undefined,
    handleCommandComplete: () => undefined,
    // pg reports that the server is ready after an error, too, unless the connection is gone.
    handleError: (error) => {
      failure = error;
      reject(error);
    },
    handleReadyForQuery: () => (failure === null ? resolve() : undefined),
    ...handlers,
  };
  client.query(driven as unknown as pg.Submittable);
  await done;
}
