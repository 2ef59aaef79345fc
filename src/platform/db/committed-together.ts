import type pg from 'pg';
import { inBatches } from '../../core/in-batches.ts';
import { inPresentSpan, type InSpan } from '../tracing/span.ts';
import type { Statements } from './database.ts';

/** The most statements in one transaction: the first of them waits for all the others. */
const maxInBatch = 16;

/** Later statements wait no longer for a transaction that takes longer than usual. */
const patienceMs = 20;

/** A statement that waits for a lock fails, so that the others of its transaction do not wait for the lock. It then runs by itself. */
const boundLockWaits = { name: 'bound-lock-waits', text: `select set_config('lock_timeout', '50ms', true)` };

/** Runs statements that share a transaction, see `Statements`. */
export function committedTogether({
  query,
  pipeline,
}: Pick<Statements, 'query' | 'pipeline'>): Pick<Statements, 'commitTogether'> {
  const commit = inBatches<pg.QueryConfig & { readonly inItsSpan: InSpan }, pg.QueryResult>(
    async (statements) => {
      const [first] = statements;
      if (statements.length === 1) return [await first!.inItsSpan(() => query(first!))];
      return (await pipeline([boundLockWaits, ...statements])).slice(1);
    },
    { maxInBatch, patienceMs },
  );
  return {
    commitTogether: async <Row extends pg.QueryResultRow>(statement: pg.QueryConfig) =>
      (await commit({ ...statement, inItsSpan: inPresentSpan() })) as pg.QueryResult<Row>,
  };
}
