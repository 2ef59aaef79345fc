import type { Connection } from '../db/database.ts';
import { deleteOldRows } from '../db/delete-old-rows.ts';

/**
 * Deletes the rows of kept cards that were deleted at their provider 30 days ago: an answer that comes so late is taken for a new card,
 * and deleted as one.
 *
 * @returns the number of rows of this batch
 */
export async function deleteOldCards(db: Connection): Promise<number> {
  return deleteOldRows(db, { table: 'kept_cards', since: 'deleted_at', retention: `interval '30 days'` });
}
