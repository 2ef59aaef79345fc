import type { Scope, SellerMode } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { findOrCreateSeller } from './find-or-create-seller.ts';
import { insertKey, type IssuedKey } from './insert-key.ts';

/** Issues a key for the seller of this name and mode and creates the seller if new. The audit log names an operator's command. */
export async function issueKey(
  db: Database,
  request: { seller: string; mode: SellerMode; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<IssuedKey> {
  const { seller: name, mode, scopes, expiresAt } = request;
  return db.transaction(async (tx) => {
    const { sellerId } = await findOrCreateSeller(tx, null, { name, mode });
    return insertKey(tx, null, { sellerId, mode, scopes, expiresAt });
  });
}
