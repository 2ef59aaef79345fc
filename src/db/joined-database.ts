import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Connection, Database } from './database.ts';
import { withSavepoint } from './savepoint.ts';

/** Runs work as a part of the transaction around it. */
type RunPart = <Result>(work: (tx: Connection) => Promise<Result>) => Promise<Result>;

const transactions = new WeakMap<pg.Pool, RunPart>();

/**
 * The database as a function sees it that has to work inside a transaction of somebody else's: its statements stand for
 * themselves and its transactions commit or roll back, as ever, but all of it holds only once `tx` is committed.
 *
 * Prisma stays outside: it reads what is committed and must not write.
 */
export function joinedDatabase<Whole extends Database>(db: Whole, tx: Connection): Whole {
  const runPart = partsOf(tx);
  const query = (statement: pg.QueryConfig, values?: unknown[]) => runPart((part) => part.query(statement, values));
  // Of a pool, functions know `query`; transactions are begun in one place, which looks here first.
  const pool = { query } as unknown as pg.Pool;
  transactions.set(pool, runPart);
  return { ...db, pool, replica: null };
}

/** @returns `null` for an ordinary pool */
export function transactionOf(pool: pg.Pool): RunPart | null {
  return transactions.get(pool) ?? null;
}

/** Parts run one after another, as savepoints of two at once would undo one another; a part of a part runs within it. */
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
