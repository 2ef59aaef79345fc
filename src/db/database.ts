import pg from 'pg';
import type { Connection } from './connection.ts';
import type { PrismaClient } from './generated/client.ts';
import { messageSocket } from './message-socket.ts';
import { openPrisma } from './open-prisma.ts';
import type { Replica } from './replica.ts';
import { checkSession, sessionOptions, sessionSeconds } from './session.ts';
import { statementsOn } from './statements-on.ts';

export type { Connection } from './connection.ts';

/** Runs our own SQL: on a pool (`statementsOn`), or inside one transaction (`transactionalDatabase`). */
export interface Statements extends Connection {
  /** Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. */
  transaction<Result>(work: (tx: Connection) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements in one transaction, as `transaction` does, but in a single round trip: no statement waits for an
   * earlier answer, so that dependencies have to be written in SQL.
   */
  pipeline(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
  /**
   * Runs a statement together with those that other callers send in the same tick, or until a connection is free. They
   * are sent in one packet and answered in order, which costs both sides a third less. Each succeeds or fails by
   * itself. For lookups by id only: statements after a slow one would wait.
   */
  queryTogether<Row extends unknown[]>(statement: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>>;
}

/** The database as operations use it, also inside an outer transaction. */
export interface Database extends Statements {
  /** Reads data that is neither hot nor money; loaded at the first read. Prisma takes no part in transactions. */
  readonly prisma: PrismaClient;
  /** The replica on which lists may be read, see `forLists`; `null`: all reads use the primary. */
  readonly replica: Replica | null;
}

/** The database of a process: one pool of connections, which Prisma and our own SQL share. */
export interface PooledDatabase extends Database, AsyncDisposable {
  /** The URL for dedicated connections, such as one that listens: of PostgreSQL itself, not of a pooler. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Counts the statements that wait to be sent together. */
  countUnsent(): number;
}

/**
 * @param url a PostgreSQL connection URL
 * @param options.directUrl PostgreSQL itself, where `url` is that of a pooler such as PgBouncer; `null`: it is none
 * @param options.replica where lists may be read
 * @param options.connections the most connections the pool opens
 * @param options.onIdleError is called when an idle connection breaks; the pool replaces the connection
 * @throws when the server cannot be reached, is older than PostgreSQL 18, or a session is not set as it has to be
 */
export async function connectDatabase(
  url: string,
  options: {
    directUrl?: string | null;
    replica?: Replica | null;
    connections?: number;
    onIdleError?: (error: Error) => void;
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
    stream: messageSocket,
    // The sessions of a pooler cannot be configured: it refuses such options, or accepts and forgets them.
    ...(directUrl === null && { options: sessionOptions }),
  });
  pool.on('error', (error) => options.onIdleError?.(error));
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
    ...statementsOn(pool),
    url: directUrl ?? url,
    pool,
    get prisma() {
      return prisma.client;
    },
    replica: options.replica ?? null,
    [Symbol.asyncDispose]: close,
  };
}
