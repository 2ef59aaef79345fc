import type { PooledDatabase } from '../../src/db/database.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { statOf } from './cpu-time.ts';
import { type LoadProcess, startLoadProcess } from './load-process.ts';
import { type SeededApi, seedApi } from './seed-api.ts';

export interface Bench {
  readonly db: PooledDatabase;
  readonly seeded: SeededApi;
  readonly load: LoadProcess;
  /** PostgreSQL's first process. */
  readonly postmasterPid: number;
}

/**
 * A database that counts its statements, filled, and a process that sends requests.
 *
 * @param closing takes what is to be closed again
 */
export async function openBench(closing: AsyncDisposableStack, { auctions }: { auctions: number }): Promise<Bench> {
  const db = await openTemporaryDatabase(closing, {
    shared_preload_libraries: 'pg_stat_statements',
    max_connections: '150',
  });
  await db.query('create extension pg_stat_statements');
  const seeded = await seedApi(db, { auctions, bidsEach: 10 });
  const load = closing.use(startLoadProcess());
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { db, seeded, load, postmasterPid: Number(statOf(rows[0]!.pid)[1]) };
}
