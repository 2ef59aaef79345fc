import type pg from 'pg';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { statementsOn } from '../../src/platform/db/statements-on.ts';

/** The same database through another pool, such as one that watches or fails. */
export function onPool(db: PooledDatabase, pool: pg.Pool): PooledDatabase {
  return { ...db, ...statementsOn(pool), pool };
}
