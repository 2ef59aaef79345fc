import pg from 'pg';
import type { Logger } from 'pino';
import type { PooledDatabase } from './database.ts';
import { openPrisma } from './open-prisma.ts';
import { checkSession, sessionOptions, sessionSeconds } from './session.ts';
import { statementsOn } from './statements-on.ts';
import { SteadyClient } from './steady-client.ts';
import { noting, watchOutage } from './watch-outage.ts';
import { watchWrites } from './watch-writes.ts';

/**
 * @param url a PostgreSQL connection URL
 * @param options.directUrl PostgreSQL itself, where `url` is that of a pooler such as PgBouncer; `null`: it is none
 * @param options.connections the most connections the pool opens
 * @param options.log gets a line when the database goes away, and when it is back
 * @throws when the server cannot be reached, is older than PostgreSQL 18, or a session is not set as it has to be
 */
export async function connectDatabase(
  url: string,
  options: {
    directUrl?: string | null;
    connections?: number;
    log?: Logger;
  } = {},
): Promise<PooledDatabase> {
  const directUrl = options.directUrl ?? null;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    maxLifetimeSeconds: sessionSeconds,
    // Several statements may be sent before the first answer: see `pipeline`.
    pipeline: true,
    // The pool listens to a connection while it is idle: one that breaks in the instant in which it is lent has no listener.
    Client: SteadyClient,
    // The sessions of a pooler cannot be configured: it refuses such options, or accepts and forgets them.
    ...(directUrl === null && { options: sessionOptions }),
  });
  // An idle connection that breaks is replaced.
  pool.on('error', () => undefined);
  const outage = watchOutage(pool, options.log ?? null);
  const writes = watchWrites(pool);
  const prisma = openPrisma(pool);
  const close = async () => {
    await prisma[Symbol.asyncDispose]();
    await pool.end();
  };
  try {
    await checkSession(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...noting(statementsOn(pool), outage),
    ...writes,
    outage,
    url: directUrl ?? url,
    pool,
    get prisma() {
      return prisma.client;
    },
    [Symbol.asyncDispose]: close,
  };
}
