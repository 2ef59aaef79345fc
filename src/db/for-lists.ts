import type { Viewer } from '../core/viewer.ts';
import { listReads, replicaFailures } from '../metrics/metrics.ts';
import type { Connection, Database } from './database.ts';

/**
 * Returns the database for an operation that only reads lists: the replica, while it is fresh for the viewer, and the
 * primary from the first failed statement on. So no statement sees less than an earlier one. The replica's keys may
 * be a second old: if a statement finds the key inactive, the caller repeats the check on the primary.
 */
export function forLists(db: Database, { sellerId }: Pick<Viewer, 'sellerId'>): Database {
  const { replica } = db;
  if (replica === null) return db;
  const isFresh = replica.isFreshFor(sellerId);
  listReads.inc({ server: isFresh ? 'replica' : 'primary' });
  if (!isFresh) return db;
  let hasFailed = false;
  const query: Connection['query'] = async (statement, values) => {
    if (hasFailed) return await db.query(statement, values);
    try {
      return await replica.pool.query(statement, values);
    } catch {
      // An error of the statement itself occurs on the primary, too.
      hasFailed = true;
      replicaFailures.inc();
      return await db.query(statement, values);
    }
  };
  return {
    query,
    transaction: (work) => db.transaction(work),
    pipeline: (statements) => db.pipeline(statements),
    queryTogether: (statement) => db.queryTogether(statement),
    get prisma() {
      return db.prisma;
    },
    replica,
  };
}
