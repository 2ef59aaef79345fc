import { bearerToken } from '../core/bearer-token.ts';
import { noteViewer } from '../core/journey.ts';
import { Refusal } from '../core/refusal.ts';
import type { Scope, SellerMode, Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { digestApiKey, isWellFormedApiKey } from './api-key.ts';
import type { KeyUse } from './key-use.ts';

interface KeyRow {
  apiKeyId: string;
  sellerId: string;
  mode: SellerMode;
  scopes: Scope[];
  isSuspended: boolean;
}

/**
 * Who asks. Every request reads the key's row, so that a revocation, and a seller's suspension, work at once on
 * every process.
 *
 * @param authorization the Authorization header (RFC 6750; the scheme is case-insensitive), `null` when absent
 * @throws Refusal `missing_api_key` where there is no bearer token, `invalid_api_key` where it is not a living key,
 *   `seller_suspended`
 */
export async function authenticate(
  { db, keyUse }: { db: Pick<Database, 'pool'>; keyUse: KeyUse },
  authorization: string | null,
): Promise<Viewer> {
  const token = bearerToken(authorization);
  if (token === null) throw new Refusal('missing_api_key');
  if (!isWellFormedApiKey(token)) throw new Refusal('invalid_api_key');
  const { rows } = await db.pool.query<KeyRow>({
    name: 'authenticate',
    text: `
      select k.api_key_id as "apiKeyId", s.seller_id as "sellerId", s.mode, k.scopes,
        s.suspended_at is not null as "isSuspended"
      from api_keys k join sellers s using (seller_id)
      where k.digest = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > clock_timestamp())`,
    values: [digestApiKey(token)],
  });
  const key = rows[0];
  if (key === undefined) throw new Refusal('invalid_api_key');
  if (key.isSuspended) throw new Refusal('seller_suspended');
  keyUse.note(key.apiKeyId);
  noteViewer(key);
  return { sellerId: key.sellerId, mode: key.mode, apiKeyId: key.apiKeyId, scopes: new Set(key.scopes) };
}
