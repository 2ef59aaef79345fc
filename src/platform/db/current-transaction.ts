import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Connection } from './database.ts';

/** A transaction that runs. */
interface Scope {
  readonly pool: pg.Pool;
  /** `null`: the work has ended, and the connection may serve another transaction. */
  connection: Connection | null;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` as the current transaction of this pool, on `connection`, until the work ends. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope: Scope = { pool, connection };
  try {
    // Awaited inside of the scope: a query of Prisma begins only when somebody waits for it.
    return await scopes.run(scope, async () => await work());
  } finally {
    scope.connection = null;
  }
}

/**
 * Returns a function that runs `work` as the caller's present transaction, with its statements on another connection.
 *
 * @throws when the caller is in no transaction
 */
export function partsOfCurrentTransaction(): <Result>(
  connection: Connection,
  work: () => Promise<Result>,
) => Promise<Result> {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error('There is no transaction here.');
  return (connection, work) => inTransaction(scope.pool, connection, work);
}

/** Returns the connection of the caller's transaction; `null`: the caller is in none, or in one of another pool. */
export function currentTransaction(pool: pg.Pool): Connection | null {
  const scope = scopes.getStore();
  return scope?.pool === pool ? scope.connection : null;
}

/** Checks whether the statements of the caller's transaction go to `connection`. */
export function isCurrent(connection: Connection): boolean {
  return scopes.getStore()?.connection === connection;
}
