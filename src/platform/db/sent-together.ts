import { setImmediate as turnEnds } from 'node:timers/promises';
import type pg from 'pg';
import { inPresentSpan } from '../tracing/span.ts';
import type { PooledDatabase } from './database.ts';

/** A statement that is yet to be sent, and the callbacks for its result. */
interface Unsent {
  send(client: pg.PoolClient): Promise<void>;
  fail(error: unknown): void;
}

/** The maximum number of statements sent over one connection at once: the last of them waits for all the others. */
const maxTogether = 16;

/** Sends statements together over the connections of a pool, see `Statements`. */
export function sentTogether(pool: pg.Pool): Pick<PooledDatabase, 'queryTogether' | 'countUnsent'> {
  const unsent: Unsent[] = [];

  async function sendSome(): Promise<void> {
    await turnEnds();
    try {
      await onOneConnection(pool, async (client) => {
        client.connection.stream.cork();
        const sent = unsent.splice(0, maxTogether).map((each) => each.send(client));
        client.connection.stream.uncork();
        await Promise.all(sent);
      });
    } catch (error) {
      // Without a connection: each failure goes to its own caller.
      for (const each of unsent.splice(0, maxTogether)) each.fail(error);
    }
  }

  return {
    queryTogether: <Row extends unknown[]>(statement: pg.QueryArrayConfig) =>
      new Promise<pg.QueryArrayResult<Row>>((resolve, reject) => {
        // A span belongs to the caller of its own statement, not to the first caller of the batch.
        const inItsSpan = inPresentSpan();
        unsent.push({
          send: (client) => inItsSpan(() => client.query<Row>(statement)).then(resolve, reject),
          fail: reject,
        });
        // One connection is requested for each batch.
        if (unsent.length % maxTogether === 1) void sendSome();
      }),
    countUnsent: () => unsent.length,
  };
}

/** Lends a connection to `work`. Afterwards the connection returns to the pool, unless it has broken. */
export async function onOneConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => void (broken = error);
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    // A rollback that fails means a dead connection: PostgreSQL has rolled back, and the pool must not reuse it.
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
