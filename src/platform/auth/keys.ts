import { isUuid } from '../../core/uuid.ts';
import type { Scope, SellerMode } from '../../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { digestApiKey, isWellFormedApiKey } from './api-key.ts';

/** A key as an operator sees it: everything but its digest. */
export interface KeyRow {
  apiKeyId: string;
  sellerId: string;
  sellerName: string;
  mode: SellerMode;
  prefix: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** By PostgreSQL's clock. */
  isExpired: boolean;
}

/** The select list of a `KeyRow`, from `api_keys k join sellers s`. */
const keyColumns = `
  k.api_key_id as "apiKeyId", k.seller_id as "sellerId", s.name as "sellerName", s.mode, k.prefix, k.scopes,
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  coalesce(k.expires_at <= clock_timestamp(), false) as "isExpired"`;

/**
 * Finds the one key that a person names.
 *
 * @param name its id, its visible prefix, or the key itself
 * @returns `null` if there is no such key
 * @throws when several keys have the prefix
 */
export async function findKey(connection: Connection, name: string): Promise<KeyRow | null> {
  const [column, value] = isUuid(name)
    ? ['api_key_id', name]
    : isWellFormedApiKey(name)
      ? ['digest', digestApiKey(name)]
      : ['prefix', name];
  const { rows: keys } = await connection.query<KeyRow>(
    `select ${keyColumns} from api_keys k join sellers s using (seller_id) where k.${column} = $1 limit 10`,
    [value],
  );
  if (keys.length > 1)
    throw new Error(`${name} stands for several keys: ${keys.map((key) => key.apiKeyId).join(', ')}`);
  return keys[0] ?? null;
}

/** Lists every key, or those of the sellers with a name, oldest first. */
export async function listKeys(connection: Connection, seller?: string): Promise<KeyRow[]> {
  const { rows } = await connection.query<KeyRow>(
    `select ${keyColumns} from api_keys k join sellers s using (seller_id)
     where $1::text is null or s.name = $1
     order by k.created_at, k.api_key_id`,
    [seller ?? null],
  );
  return rows;
}

/** Finds which of these keys are still active. A long answer, such as a stream of events, repeats this check. */
export async function findActiveKeys(db: Connection, apiKeyIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ apiKeyId: string }>({
    name: 'find-active-keys',
    text: `
      select k.api_key_id as "apiKeyId" from api_keys k join sellers s using (seller_id)
      where k.api_key_id = any($1) and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
        and s.suspended_at is null`,
    values: [apiKeyIds],
  });
  return new Set(rows.map(({ apiKeyId }) => apiKeyId));
}
