import type { Connection } from '../../src/platform/db/database.ts';

/**
 * Counts the statements of a database that wait for a lock.
 *
 * @param like a pattern of their text, as for LIKE
 */
export async function lockWaits(db: Connection, like = '%'): Promise<number> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [like],
  );
  return rowCount!;
}
