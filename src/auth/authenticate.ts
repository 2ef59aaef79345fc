import { bearerToken, tokenDigest } from '../core/request-headers.ts';
import { setFailedLookup, setViewer } from '../core/request-context.ts';
import { Refusal } from '../core/refusal.ts';
import type { Scope, SellerMode, Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { isWellFormedApiKey } from './api-key.ts';
import type { KeyUse } from './keys-in-use.ts';

interface KeyRow {
  apiKeyId: string;
  sellerId: string;
  mode: SellerMode;
  scopes: Scope[];
  isSuspended: boolean;
}

/**
 * Finds the viewer of an API key. Every request reads the key's row, so that a revocation, and a seller's suspension,
 * take effect at once on every process.
 *
 * @param authorization the Authorization header (RFC 6750; the scheme is case-insensitive), `null` when absent
 * @param digest `tokenDigest` of the header, if the caller has it already
 * @throws Refusal `missing_api_key` without a bearer token, `invalid_api_key` if it is not an active key,
 *   `seller_suspended`
 */
export async function authenticate(
  { db, keyUse }: { db: Connection; keyUse: KeyUse },
  authorization: string | null,
  digest = tokenDigest(authorization),
): Promise<Viewer> {
  const token = bearerToken(authorization);
  if (token === null || digest === null) throw new Refusal('missing_api_key');
  if (!isWellFormedApiKey(token)) throw unknownKey();
  const { rows } = await db.query<KeyRow>({
    name: 'authenticate',
    text: `
      select k.api_key_id as "apiKeyId", s.seller_id as "sellerId", s.mode, k.scopes,
        s.suspended_at is not null as "isSuspended"
      from api_keys k join sellers s using (seller_id)
      where k.digest = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > clock_timestamp())`,
    values: [Buffer.from(digest, 'base64url')],
  });
  const key = rows[0];
  if (key === undefined) throw unknownKey();
  if (key.isSuspended) throw new Refusal('seller_suspended');
  keyUse.note(key.apiKeyId);
  setViewer(key);
  return { sellerId: key.sellerId, mode: key.mode, apiKeyId: key.apiKeyId, scopes: new Set(key.scopes) };
}

function unknownKey(): Refusal {
  setFailedLookup();
  return new Refusal('invalid_api_key');
}
