import { isCurrent, partsOfCurrentTransaction } from './current-transaction.ts';
import type { Connection, Database } from './database.ts';
import { withSavepoint } from './savepoint.ts';

/** Runs work as part of the current transaction. */
type RunPart = <Result>(work: (tx: Connection) => Promise<Result>) => Promise<Result>;

/**
 * Runs `work` with a database that is the transaction `tx`: its transactions commit or roll back as usual, but everything
 * holds only once `tx` is committed. Prisma reads inside of it, and must not write.
 *
 * @param tx the transaction that the caller is in
 */
export function withTransactionalDatabase<Result>(
  db: Database,
  tx: Connection,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const inPart = partsOfCurrentTransaction();
  const runPart = oneAfterAnother(tx, inPart);
  const transactional: Database = {
    query: (statement, values) => runPart((part) => part.query(statement, values)),
    transaction: runPart,
    pipeline: (statements) => runPart((part) => Promise.all(statements.map((statement) => part.query(statement)))),
    queryTogether: (statement) => runPart((part) => part.query(statement)),
    get prisma() {
      return db.prisma;
    },
    isTransaction: true,
  };
  return inPart(transactional, () => work(transactional));
}

/**
 * Runs parts one after another, because concurrent savepoints would undo one another; a part of a part runs within
 * it.
 */
function oneAfterAnother(tx: Connection, inPart: ReturnType<typeof partsOfCurrentTransaction>): RunPart {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (isCurrent(tx)) return withSavepoint(tx, work);
    const part = last.then(() => inPart(tx, () => withSavepoint(tx, work)));
    last = part.catch(() => undefined);
    return part;
  };
}
