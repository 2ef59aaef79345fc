import type pg from 'pg';
import type { Connection, Database } from './database.ts';
import { transactionOf } from './joined-database.ts';

/**
 * Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. On a database
 * that is a transaction itself, it is a part of that one, which is undone alone.
 */
export async function inTransaction<Result>(
  { pool }: Pick<Database, 'pool'>,
  work: (tx: Connection) => Promise<Result>,
): Promise<Result> {
  const around = transactionOf(pool);
  if (around !== null) return around(work);
  return onOneConnection(pool, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/**
 * Runs statements in one transaction as `inTransaction` does, but in a single round trip: none waits for what the ones before
 * it answer, so that what depends on that has to be said in SQL.
 */
export async function inOneRoundTrip(
  { pool }: Pick<Database, 'pool'>,
  statements: readonly pg.QueryConfig[],
): Promise<pg.QueryResult[]> {
  const around = transactionOf(pool);
  if (around !== null) return around((tx) => Promise.all(statements.map((statement) => tx.query(statement))));
  return onOneConnection(pool, async (client) => {
    // In one piece.
    client.connection.stream.cork();
    // Where one fails, PostgreSQL refuses those behind it and makes a rollback of the commit.
    const sent = ['begin', ...statements, 'commit'].map((statement) => client.query(statement));
    client.connection.stream.uncork();
    return (await Promise.all(sent)).slice(1, -1);
  });
}

/** Lends a connection to `work`, and gives it back as it was, or not at all where it has broken. */
export async function onOneConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The pool listens to idle connections only: one that breaks in here would end the whole process.
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
