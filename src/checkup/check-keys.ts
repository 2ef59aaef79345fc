import { findOldAdminKeys, rotateOldAdminKeys } from '../auth/find-old-admin-keys.ts';
import { type CheckResult, fine, notice } from '../core/check-result.ts';
import type { Connection } from '../db/database.ts';

/** Names the keys with the scope `admin` that look like a seller's. */
export async function checkKeys(connection: Pick<Connection, 'query'>): Promise<CheckResult> {
  const subject = 'Keys of operators';
  const old = await findOldAdminKeys(connection);
  if (old.length === 0) return fine(subject, "The scope admin is on operators' keys alone.");
  return notice(
    subject,
    `The scope admin is on keys that look like a seller's: ${old.join(', ')}.`,
    rotateOldAdminKeys(old),
  );
}
