import type { Database } from '../db/database.ts';
import { deleteOldRows } from '../db/delete-old-rows.ts';

/**
 * Deletes entries that are no longer kept, a batch at a time: the next sweep goes on.
 *
 * @param keptDays `null`: for ever
 * @returns how many
 */
export async function deleteOldEntries(db: Pick<Database, 'pool'>, keptDays: number | null): Promise<number> {
  if (keptDays === null) return 0;
  return deleteOldRows(db, { table: 'audit_log', since: 'at', kept: `interval '${keptDays} days'` });
}
