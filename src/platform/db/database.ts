import type pg from 'pg';
import type { OutageLog } from '../../core/outage.ts';
import type { PrismaClient } from './generated/client.ts';

/** A connection that runs statements: the database, or the one connection of a transaction. */
export interface Connection {
  // oxlint-disable-next-line typescript/no-explicit-any -- As pg has it: a caller that names no type reads what it likes.
  query<Row extends pg.QueryResultRow = any>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** Runs our own SQL: on a pool (`statementsOn`), or inside one transaction (`withTransactionalDatabase`). */
export interface Statements extends Connection {
  /** Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. */
  transaction<Result>(work: (tx: Connection) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements in one transaction, as `transaction` does, but with a single answer to all: no statement waits for an
   * earlier answer, so that dependencies have to be written in SQL.
   */
  pipeline(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
  /**
   * Runs a statement in one transaction with those that other callers send in the same tick, or while earlier ones are under way: they share
   * a commit and an answer. If one fails, or waits for a lock, each runs by itself.
   */
  commitTogether<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /**
   * Runs a statement together with those that other callers send in the same tick, or until a connection is free. They
   * are sent in one packet and answered in order, which costs both sides a third less. Each succeeds or fails by
   * itself. For lookups by id only: statements after a slow one would wait.
   */
  queryTogether<Row extends unknown[]>(statement: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>>;
}

/** The database as operations use it, also inside an outer transaction. */
export interface Database extends Statements {
  /** Reads data that is neither hot nor money, inside of the caller's transaction if there is one; loaded at the first read. */
  readonly prisma: PrismaClient;
  /** True inside an outer transaction, which holds a connection and its locks: no work may wait there. */
  readonly isTransaction?: true;
}

/** The database of a process: one pool of connections, which Prisma and our own SQL share. */
export interface PooledDatabase extends Database, AsyncDisposable {
  /** The URL for dedicated connections, such as one that listens: of PostgreSQL itself, not of a pooler. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Takes failures of connections that do not belong to the pool; `null`: nobody logs. */
  readonly outage: OutageLog | null;
  /** Counts the statements that wait to be sent together. */
  countUnsent(): number;
  /** Returns why the database could not write in the last seconds, as the connections have learned it; `null`: it could. */
  failedWrite(): string | null;
}
