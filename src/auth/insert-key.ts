import { recordAudit } from '../audit/record-audit.ts';
import type { Scope, SellerMode, Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { digestApiKey, generateApiKey, isOperators, mixedScopes, mixesScopes, visiblePrefix } from './api-key.ts';

export interface NewKey {
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** The key that this one replaces. */
  readonly inPlaceOf?: string;
}

export interface IssuedKey {
  /** The key itself: returned once, never stored. */
  readonly key: string;
  readonly prefix: string;
  readonly apiKeyId: string;
  readonly sellerId: string;
}

/**
 * Writes a new key of a seller, and records who issued it.
 *
 * @param viewer `null`: an operator's command
 */
export async function insertKey(tx: Connection, viewer: Viewer | null, request: NewKey): Promise<IssuedKey> {
  const { sellerId, expiresAt, inPlaceOf } = request;
  if (mixesScopes(request.scopes)) throw new Error(mixedScopes);
  const key = generateApiKey(isOperators(request.scopes) ? 'admin' : request.mode);
  const prefix = visiblePrefix(key);
  const scopes = [...new Set(request.scopes)];
  const { rows } = await tx.query<{ apiKeyId: string }>(
    `insert into api_keys (seller_id, prefix, digest, scopes, expires_at) values ($1, $2, $3, $4, $5)
     returning api_key_id as "apiKeyId"`,
    [sellerId, prefix, digestApiKey(key), scopes, expiresAt],
  );
  const { apiKeyId } = rows[0]!;
  await recordAudit(tx, viewer, {
    action: inPlaceOf === undefined ? 'issueApiKey' : 'rotateApiKey',
    subjectType: 'api_key',
    subjectId: apiKeyId,
    sellerId,
    before: null,
    after: { prefix, scopes, expiresAt, ...(inPlaceOf !== undefined && { inPlaceOf }) },
  });
  return { key, prefix, apiKeyId, sellerId };
}
