import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection, Database } from './database.ts';
import { withSavepoint } from './savepoint.ts';

/** Runs work as part of the current transaction. */
type RunPart = <Result>(work: (tx: Connection) => Promise<Result>) => Promise<Result>;

/**
 * Makes a database for a function that must work inside an outer transaction: its transactions commit or roll back as
 * usual, but everything holds only once `tx` is committed. Prisma stays outside: it reads committed data and must not
 * write.
 */
export function transactionalDatabase(db: Database, tx: Connection): Database {
  const runPart = partsOf(tx);
  return {
    query: (statement, values) => runPart((part) => part.query(statement, values)),
    transaction: runPart,
    pipeline: (statements) => runPart((part) => Promise.all(statements.map((statement) => part.query(statement)))),
    queryTogether: (statement) => runPart((part) => part.query(statement)),
    get prisma() {
      return db.prisma;
    },
    isTransaction: true,
  };
}

/**
 * Runs parts one after another, because concurrent savepoints would undo one another; a part of a part runs within
 * it.
 */
function partsOf(tx: Connection): RunPart {
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (inside.getStore() === true) return withSavepoint(tx, work);
    const part = last.then(() => inside.run(true, () => withSavepoint(tx, work)));
    last = part.catch(() => undefined);
    return part;
  };
}
