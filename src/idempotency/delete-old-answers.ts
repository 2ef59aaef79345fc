import type { Database } from '../db/database.ts';
import { deletedAtOnce, deleteOldRows } from '../db/delete-old-rows.ts';
import { kept } from './stored-answer.ts';

const answers = { table: 'idempotency_keys', since: 'created_at', kept };

/** Deletes the answers that are no longer kept, a batch at a time. */
export async function deleteOldAnswers(db: Pick<Database, 'pool'>): Promise<void> {
  while ((await deleteOldRows(db, answers)) === deletedAtOnce);
}
