import type { Connection } from '../db/database.ts';
import { deleteOldRows } from '../db/delete-old-rows.ts';

/**
 * Deletes entries past their retention, one batch per call: the next sweep continues.
 *
 * @param keptDays `null`: forever
 * @returns the number of deleted entries
 */
export async function deleteOldEntries(db: Connection, keptDays: number | null): Promise<number> {
  if (keptDays === null) return 0;
  return deleteOldRows(db, { table: 'audit_log', since: 'at', retention: `interval '${keptDays} days'` });
}
