import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { isOperators } from './api-key.ts';
import { insertKey, type IssuedKey } from './insert-key.ts';
import type { KeyRow } from './key-row.ts';
import { revokeKey } from './revoke-key.ts';

/**
 * Replaces a key by a new one with the same seller, scopes and expiry; both changes happen or neither. An old key with the
 * scope `admin` and others becomes an operator's, which has no other.
 *
 * @param viewer `null`: an operator's command
 * @throws Refusal `api_key_revoked`
 */
export async function rotateKey(
  tx: Connection,
  viewer: Viewer | null,
  old: Pick<KeyRow, 'apiKeyId' | 'sellerId' | 'mode' | 'scopes' | 'expiresAt'>,
): Promise<IssuedKey> {
  if (!(await revokeKey(tx, viewer, old.apiKeyId))) throw new Refusal('api_key_revoked');
  const { sellerId, mode, expiresAt, apiKeyId } = old;
  const scopes = isOperators(old.scopes) ? (['admin'] as const) : old.scopes;
  return insertKey(tx, viewer, { sellerId, mode, scopes, expiresAt, inPlaceOf: apiKeyId });
}
