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

  const client = await pool.connect();
  let broken: Error | undefined;
  // The pool listens to idle connections only: one that breaks in here would end the whole process.
  const onError = (error: Error) => void (broken = error);
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A rollback that fails means a dead connection: PostgreSQL has rolled back, and the pool must not reuse it.
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
