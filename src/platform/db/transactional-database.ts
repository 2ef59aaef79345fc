import { isCurrent, partsOfCurrentTransaction } from './current-transaction.ts';
import type { Connection, Database } from './database.ts';

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
  let last: Promise<unknown> = Promise.resolve();
  // One after another, because concurrent savepoints would undo one another; a part of a part runs within it.
  const runPart: Database['transaction'] = (run) => {
    if (isCurrent(tx)) return withSavepoint(tx, run);
    const part = last.then(() => inPart(tx, () => withSavepoint(tx, run)));
    last = part.catch(() => undefined);
    return part;
  };
  const transactional: Database = {
    query: (statement, values) => runPart((part) => part.query(statement, values)),
    transaction: runPart,
    pipeline: (statements) => runPart((part) => Promise.all(statements.map((statement) => part.query(statement)))),
    commitTogether: (statement) => runPart((part) => part.query(statement)),
    queryTogether: (statement) => runPart((part) => part.query(statement)),
    get prisma() {
      return db.prisma;
    },
    isTransaction: true,
  };
  return inPart(transactional, () => work(transactional));
}

/** Runs `work` as a part of a transaction: if it throws, its changes are undone, and the transaction can continue. */
async function withSavepoint<Result>(tx: Connection, work: (tx: Connection) => Promise<Result>): Promise<Result> {
  // One name is enough: the latest savepoint hides the earlier ones, and these end in order.
  await tx.query('savepoint part');
  try {
    const result = await work(tx);
    await tx.query('release savepoint part');
    return result;
  } catch (error) {
    // On a broken connection this fails, too, and nothing is left to undo: the first error is the one to report.
    await tx.query('rollback to savepoint part; release savepoint part').catch(() => undefined);
    throw error;
  }
}
