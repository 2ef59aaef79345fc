import type pg from 'pg';

/** A connection that runs statements: the database, or the one connection of a transaction. */
export interface Connection {
  // oxlint-disable-next-line typescript/no-explicit-any -- As pg has it: a caller that names no type reads what it likes.
  query<Row extends pg.QueryResultRow = any>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}
