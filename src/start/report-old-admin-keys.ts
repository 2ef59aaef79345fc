import type { Logger } from 'pino';
import { findOldAdminKeys, rotateOldAdminKeys } from '../auth/find-old-admin-keys.ts';
import type { Connection } from '../db/database.ts';

/** Warns at the start of keys with the scope `admin` that look like a seller's. */
export async function reportOldAdminKeys({ db, log }: { db: Connection; log: Logger }): Promise<void> {
  const prefixes = await findOldAdminKeys(db);
  if (prefixes.length === 0) return;
  log.warn({ remedy: rotateOldAdminKeys(prefixes) }, "The scope admin is on API keys that look like a seller's.");
}
