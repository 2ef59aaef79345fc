import type { Connection } from '../db/database.ts';
import { deletedAtOnce, deleteOldRows } from '../db/delete-old-rows.ts';
import { kept } from './stored-answer.ts';

const answers = { table: 'idempotency_keys', since: 'created_at', retention: kept };

/** Deletes the answers past their retention, in batches. */
export async function deleteOldAnswers(db: Connection): Promise<void> {
  while ((await deleteOldRows(db, answers)) === deletedAtOnce);
}
