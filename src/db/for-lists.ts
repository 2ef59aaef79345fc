import type pg from 'pg';
import type { Viewer } from '../core/viewer.ts';
import { listReads, replicaFailures } from '../metrics/metrics.ts';
import type { Database } from './database.ts';

/**
 * The database for an operation that reads lists and nothing else: the replica, while it is fresh for the viewer, and the
 * primary from the first statement on that fails there. So no statement sees less than the one before.
 *
 * What the replica says about keys may be a second old: whoever lets a statement decide about one has to ask the primary, too.
 */
export function forLists<Some extends Pick<Database, 'pool' | 'replica'>>(
  db: Some,
  { sellerId }: Pick<Viewer, 'sellerId'>,
): Some {
  const { pool: primary, replica } = db;
  if (replica === null) return db;
  const isFresh = replica.isFreshFor(sellerId);
  listReads.inc({ server: isFresh ? 'replica' : 'primary' });
  if (!isFresh) return db;
  let hasFailed = false;
  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    if (hasFailed) return primary.query(statement, values);
    try {
      return await replica.pool.query(statement, values);
    } catch {
      // Whatever is wrong with the statement itself, the primary says as well.
      hasFailed = true;
      replicaFailures.inc();
      return primary.query(statement, values);
    }
  };
  // Lists know `query` of a pool, and begin no transactions.
  return { ...db, pool: { query } as unknown as pg.Pool };
}
