import type { Scope, SellerMode } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { findOrCreateSeller } from './find-or-create-seller.ts';
import { insertKey, type IssuedKey } from './insert-key.ts';

/** Issues a key for the seller of this name and mode, who is created if new, in the name of whoever runs the service. */
export async function issueKey(
  db: Pick<Database, 'pool'>,
  request: { seller: string; mode: SellerMode; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<IssuedKey> {
  const { seller: name, mode, scopes, expiresAt } = request;
  return inTransaction(db, async (tx) => {
    const { sellerId } = await findOrCreateSeller(tx, null, { name, mode });
    return insertKey(tx, null, { sellerId, mode, scopes, expiresAt });
  });
}
