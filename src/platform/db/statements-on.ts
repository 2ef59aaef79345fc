import type pg from 'pg';
import { inTransaction } from './current-transaction.ts';
import { committedTogether } from './committed-together.ts';
import type { PooledDatabase, Statements } from './database.ts';
import { Pipeline, queryOf } from './pipeline.ts';
import { onOneConnection, sentTogether } from './sent-together.ts';

/** Runs statements and transactions on the connections of a pool. */
export function statementsOn(pool: pg.Pool): Statements & Pick<PooledDatabase, 'countUnsent'> {
  const query = <Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]) =>
    typeof statement === 'string' || 'rowMode' in statement
      ? pool.query<Row>(statement, values)
      : (pool.query(queryOf(statement)) as unknown as Promise<pg.QueryResult<Row>>);
  // PostgreSQL passes over the statements after the one that failed, and pg takes their names as known. The pool closes such a connection.
  const pipeline: Statements['pipeline'] = (statements) =>
    pool.query(new Pipeline(statements)) as unknown as Promise<pg.QueryResult[]>;
  return {
    query,
    transaction: (work) =>
      onOneConnection(pool, async (client) => {
        await client.query('begin');
        const result = await inTransaction(pool, client, () => work(client));
        const { command } = await client.query('commit');
        // PostgreSQL answers a commit with ROLLBACK if a statement has failed, even if the work has caught its error.
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because a statement in it failed.');
        return result;
      }),
    pipeline,
    ...committedTogether({ query, pipeline }),
    ...sentTogether(pool),
  };
}
