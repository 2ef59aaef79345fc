import type { Connection } from '../../src/db/database.ts';
import { cpuMs, cpuMsOfFamily, residentMiB } from './cpu-time.ts';
import type { Load, LoadResult } from './load-types.ts';
import type { Bench } from './open-bench.ts';
import type { ServerProcess } from './server-process.ts';

/** One round of an operation on one server. */
export interface Round extends LoadResult {
  /** CPU milliseconds for each request: of the server, and of PostgreSQL for it. */
  readonly appMs: number;
  readonly databaseMs: number;
  /** Those that begin and end a transaction included. */
  readonly statements: number;
  readonly residentMiB: number;
}

/** @throws when an answer is not as expected */
export async function measureRound(
  { db, load, postmasterPid }: Pick<Bench, 'db' | 'load' | 'postmasterPid'>,
  server: ServerProcess,
  asked: Omit<Load, 'origin'>,
): Promise<Round> {
  const { count } = asked;
  const statementsBefore = await countStatements(db);
  const appBefore = cpuMs(server.pid);
  const databaseBefore = cpuMsOfFamily(postmasterPid);
  const result = await load.run({ ...asked, origin: server.origin });
  const appMs = (cpuMs(server.pid) - appBefore) / count;
  const databaseMs = (cpuMsOfFamily(postmasterPid) - databaseBefore) / count;
  const statements = ((await countStatements(db)) - statementsBefore) / count;
  return { ...result, appMs, databaseMs, statements, residentMiB: residentMiB(server.pid) };
}

export async function countStatements(db: Connection): Promise<number> {
  const { rows } = await db.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
     where query not like '%pg_stat_statements%'`,
  );
  return rows[0]!.calls;
}
