import type { Connection } from '../../src/platform/db/database.ts';
import { cpuMs, cpuMsOfFamily, residentMiB } from '../processor-time.ts';
import type { Server } from '../start-server.ts';
import type { Load, LoadResult } from './load.ts';
import type { Bench } from './open-bench.ts';

/** One round of an operation on one server. */
export interface Round extends LoadResult {
  /** Processor time in milliseconds for each request: of the server, and of PostgreSQL for it. */
  readonly appMs: number;
  readonly databaseMs: number;
  /** Those that begin and end a transaction included. */
  readonly statements: number;
  readonly residentMiB: number;
}

/** @throws when an answer is not as expected */
export async function measureRound(
  { db, load, postmaster }: Bench,
  { pid, origin }: Server,
  asked: Omit<Load, 'origin' | 'connections'>,
): Promise<Round> {
  const { count } = asked;
  const statementsBefore = await countStatements(db);
  const appBefore = cpuMs(pid);
  const databaseBefore = cpuMsOfFamily(postmaster);
  const result = await load.ask<LoadResult>({ ...asked, origin, connections: 16 } satisfies Load);
  const appMs = (cpuMs(pid) - appBefore) / count;
  const databaseMs = (cpuMsOfFamily(postmaster) - databaseBefore) / count;
  const statements = ((await countStatements(db)) - statementsBefore) / count;
  return { ...result, appMs, databaseMs, statements, residentMiB: residentMiB(pid) };
}

/** Counts what PostgreSQL has run, which takes its extension `pg_stat_statements`. */
export async function countStatements(db: Connection): Promise<number> {
  const { rows } = await db.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
     where query not like '%pg_stat_statements%'`,
  );
  return rows[0]!.calls;
}
