import type { Scope, SellerMode } from '../core/viewer.ts';

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
export const keyColumns = `
  k.api_key_id as "apiKeyId", k.seller_id as "sellerId", s.name as "sellerName", s.mode, k.prefix, k.scopes,
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  coalesce(k.expires_at <= clock_timestamp(), false) as "isExpired"`;
