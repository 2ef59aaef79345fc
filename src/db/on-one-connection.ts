import type pg from 'pg';

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
