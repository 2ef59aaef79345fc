import { setImmediate as turnEnds } from 'node:timers/promises';
import type pg from 'pg';
import { inPresentSpan } from '../tracing/span.ts';
import { transactionOf } from './joined-database.ts';
import { onOneConnection } from './transaction.ts';

/** A statement that is yet to be sent, and whom its result is for. */
interface Unsent {
  send(client: pg.PoolClient): Promise<void>;
  fail(error: unknown): void;
}

/** So many are sent over one connection at the most: the last of them waits for all the others. */
const mostTogether = 16;

const unsentOf = new WeakMap<pg.Pool, Unsent[]>();

/**
 * Runs a statement together with those that others ask for in the same turn of the event loop, or until a connection is
 * free: they are sent in one piece and answered one after the other, which costs both sides a third less. Each succeeds or
 * fails by itself. For statements that find one thing by its id: behind a slow one, others would wait.
 */
export async function queryTogether<Row extends unknown[]>(
  pool: pg.Pool,
  statement: pg.QueryArrayConfig,
): Promise<pg.QueryArrayResult<Row>> {
  if (transactionOf(pool) !== null) return await pool.query<Row>(statement);
  const unsent = unsentOf.get(pool) ?? [];
  unsentOf.set(pool, unsent);
  return await new Promise((resolve, reject) => {
    // A trace is to tell whose statement it is, and not who was the first of those that are sent together.
    const inItsSpan = inPresentSpan();
    unsent.push({
      send: (client) => inItsSpan(() => client.query<Row>(statement)).then(resolve, reject),
      fail: reject,
    });
    // There are always enough connections asked for.
    if (unsent.length % mostTogether === 1) void sendSome(pool, unsent);
  });
}

/** How many statements wait to be sent. */
export function countUnsent(pool: pg.Pool): number {
  return unsentOf.get(pool)?.length ?? 0;
}

async function sendSome(pool: pg.Pool, unsent: Unsent[]): Promise<void> {
  await turnEnds();
  try {
    await onOneConnection(pool, async (client) => {
      client.connection.stream.cork();
      const sent = unsent.splice(0, mostTogether).map((each) => each.send(client));
      client.connection.stream.uncork();
      await Promise.all(sent);
    });
  } catch (error) {
    // There is no connection: whatever fails on one is told to whom it is for.
    for (const each of unsent.splice(0, mostTogether)) each.fail(error);
  }
}
