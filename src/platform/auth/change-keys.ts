import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Scope, SellerMode, Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import { digestApiKey, generateApiKey, kindOf, mixedScopes, mixesScopes, visiblePrefix } from './api-key.ts';
import type { ApiKey } from '../db/generated/client.ts';

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

/**
 * Replaces a key by a new one with the same seller, scopes and expiry; both changes happen or neither.
 *
 * @param viewer `null`: an operator's command
 * @throws Refusal `api_key_revoked`
 */
export async function rotateKey(
  tx: Connection,
  viewer: Viewer | null,
  old: Pick<ApiKey, 'apiKeyId' | 'sellerId' | 'scopes' | 'expiresAt'> & { readonly mode: SellerMode },
  action = 'rotateApiKey',
): Promise<IssuedKey> {
  if (!(await revokeKey(tx, viewer, old.apiKeyId))) throw new Refusal('api_key_revoked');
  const { sellerId, mode, expiresAt, apiKeyId } = old;
  // A CHECK constraint allows no other scopes.
  const scopes = old.scopes as Scope[];
  const issued = await insertKey(tx, viewer, { sellerId, mode, scopes, expiresAt, inPlaceOf: apiKeyId, action });
  // The new key takes the place of the old one among those that they have issued.
  await tx.query('update api_keys set issued_by = $2 where issued_by = $1', [apiKeyId, issued.apiKeyId]);
  return issued;
}

/**
 * Revokes a key at once, on every process. An earlier revocation keeps its instant.
 *
 * @param viewer `null`: an operator's command
 * @returns true if this call revoked it
 */
export async function revokeKey(
  tx: Connection,
  viewer: Viewer | null,
  apiKeyId: string,
  action = 'revokeApiKey',
): Promise<boolean> {
  const { rows } = await tx.query<{ sellerId: string; revokedAt: Date }>(
    `update api_keys set revoked_at = clock_timestamp() where api_key_id = $1 and revoked_at is null
     returning seller_id as "sellerId", revoked_at as "revokedAt"`,
    [apiKeyId],
  );
  const revoked = rows[0];
  if (revoked === undefined) return false;
  await recordAudit(tx, viewer, {
    action,
    subjectType: 'api_key',
    subjectId: apiKeyId,
    sellerId: revoked.sellerId,
    before: { revokedAt: null },
    after: { revokedAt: revoked.revokedAt },
  });
  return true;
}

/**
 * Revokes every key that a key has issued, and those that they have.
 *
 * @returns the keys that this call revoked
 */
export async function revokeIssued(
  tx: Connection,
  viewer: Viewer | null,
  apiKeyId: string,
  action: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ apiKeyId: string }>(
    `with recursive issued as (
       select api_key_id from api_keys where issued_by = $1
       union select k.api_key_id from api_keys k join issued on k.issued_by = issued.api_key_id
     ) select api_key_id as "apiKeyId" from issued`,
    [apiKeyId],
  );
  const revoked = [];
  for (const each of rows) if (await revokeKey(tx, viewer, each.apiKeyId, action)) revoked.push(each.apiKeyId);
  return revoked;
}

interface NewKey {
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  /** The only auctions that it shows, and the only origins that may send it: of a public key. */
  readonly auctionIds?: readonly string[] | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly name?: string | undefined;
  /** The key that this one replaces, whose auctions, origins and name it keeps. */
  readonly inPlaceOf?: string;
  /** The operation, for the audit log. */
  readonly action?: string;
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
  const { sellerId, expiresAt, auctionIds, origins, name, inPlaceOf, action = 'issueApiKey' } = request;
  if (mixesScopes(request.scopes)) throw new Error(mixedScopes);
  const key = generateApiKey(kindOf(request.scopes, request.mode));
  const prefix = visiblePrefix(key);
  const scopes = [...new Set(request.scopes)];
  const kept = (column: string) => `(select ${column} from api_keys where api_key_id = $8)`;
  const { rows } = await tx.query<{ apiKeyId: string; auctionIds: string[] | null; origins: string[] | null }>(
    `insert into api_keys (seller_id, prefix, digest, scopes, expires_at, auction_ids, origins, issued_by, name)
     values ($1, $2, $3, $4, $5, coalesce($6::uuid[], ${kept('auction_ids')}), coalesce($7::text[], ${kept('origins')}),
       coalesce(${kept('issued_by')}, $9), coalesce($10, ${kept('name')}))
     returning api_key_id as "apiKeyId", auction_ids as "auctionIds", origins`,
    [
      sellerId,
      prefix,
      digestApiKey(key),
      scopes,
      expiresAt,
      auctionIds,
      origins,
      inPlaceOf,
      issuerOf(viewer, request),
      name,
    ],
  );
  const { apiKeyId, ...restrictions } = rows[0]!;
  await recordAudit(tx, viewer, {
    action,
    subjectType: 'api_key',
    subjectId: apiKeyId,
    sellerId,
    after: {
      prefix,
      scopes,
      expiresAt,
      ...(name !== undefined && { name }),
      ...(scopes.includes('public') && restrictions),
      ...(inPlaceOf !== undefined && { inPlaceOf }),
    },
  });
  return { key, prefix, apiKeyId, sellerId };
}

/** A key that replaces itself was issued by nobody but its own issuer; an operator's key issues none of a seller's own. */
function issuerOf(viewer: Viewer | null, { sellerId, inPlaceOf }: NewKey): string | null {
  return viewer === null || viewer.sellerId !== sellerId || viewer.apiKeyId === inPlaceOf ? null : viewer.apiKeyId;
}

/** Finds the seller or creates it. Two concurrent calls for the same new seller get the same one. */
export async function findOrCreateSeller(
  tx: Connection,
  viewer: Viewer | null,
  { name, mode }: { name: string; mode: SellerMode },
): Promise<{ sellerId: string; isNew: boolean }> {
  const { rows } = await tx.query<{ sellerId: string; isNew: boolean }>(
    `insert into sellers (name, mode) values ($1, $2) on conflict (name, mode) do update set name = excluded.name
     returning seller_id as "sellerId", old.seller_id is null as "isNew"`,
    [name, mode],
  );
  const { sellerId, isNew } = rows[0]!;
  if (isNew) {
    const after = { name, mode };
    const subject = { subjectType: 'seller', subjectId: sellerId, sellerId } as const;
    await recordAudit(tx, viewer, { action: 'createSeller', ...subject, after });
  }
  return { sellerId, isNew };
}

/** @throws Refusal `invalid_request` for an expiry that has passed */
export async function refuseUnlessAhead(tx: Connection, instant: Date): Promise<void> {
  const { rows } = await tx.query<{ isAhead: boolean }>('select $1::timestamptz > clock_timestamp() as "isAhead"', [
    instant,
  ]);
  if (rows[0]!.isAhead) return;
  const detail = 'Must lie in the future.';
  throw new Refusal('invalid_request', { faults: [{ pointer: '/expiresTimestamp', code: 'too_small', detail }] });
}
