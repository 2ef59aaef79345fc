import type pg from 'pg';
import type { Logger } from 'pino';
import { isOutage, type OutageLog, outageLog } from '../../core/outage.ts';
import type { Statements } from './database.ts';

/**
 * Logs when the database goes away and when it is back, each once. Every other line about an error of that outage is a detail.
 *
 * @param log `null`: a tool, which fails with its first error
 */
export function watchOutage(pool: pg.Pool, log: Logger | null): OutageLog | null {
  if (log === null) return null;
  const outage = outageLog(log, 'PostgreSQL', 'Requests that need it are answered 503, and work waits.');
  pool.on('error', (error) => outage.failed(error));
  return outage;
}

/** Notes for each statement and transaction whether the database answers. */
export function noting<Own extends Statements>(statements: Own, outage: OutageLog | null): Own {
  if (outage === null) return statements;
  const note = <Result>(running: Promise<Result>): Promise<Result> => {
    running.then(outage.worked, (error: unknown) => {
      if (isOutage(error)) outage.failed(error);
    });
    return running;
  };
  return {
    ...statements,
    query: (statement, values) => note(statements.query(statement, values)),
    transaction: (work) => note(statements.transaction(work)),
    pipeline: (sent) => note(statements.pipeline(sent)),
    commitTogether: (statement) => note(statements.commitTogether(statement)),
    queryTogether: (statement) => note(statements.queryTogether(statement)),
  };
}
