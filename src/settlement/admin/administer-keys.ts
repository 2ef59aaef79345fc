import { z } from 'zod';
import { mixedScopes, mixesScopes } from '../../platform/auth/api-key.ts';
import { insertKey, type IssuedKey, refuseUnlessAhead, revokeKey, rotateKey } from '../../platform/auth/change-keys.ts';
import { findKey } from '../../platform/auth/keys.ts';
import { findOwnKey } from '../../platform/auth/own-keys.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { instantOfTimestamp } from '../../core/instants.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import { isOperator, scopes, type Viewer } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSeller } from './sellers.ts';

type AdminDeps = { db: Database };

export const issueApiKeyInput = z.strictObject({
  sellerId: z.guid(),
  scopes: z.array(z.enum(scopes)).check(({ value, issues }) => {
    if (value.length === 0) issues.push(customIssue(value, 'required', 'Must name at least one scope.'));
    if (mixesScopes(value)) issues.push(customIssue(value, 'invalid_value', mixedScopes));
  }),
  // Until the year 5138.
  expiresTimestamp: z.int().max(1e11).optional(),
});

/**
 * Issues a key to a seller. An admin may make further admins: a key with the scope `admin` is an operator's.
 *
 * @param input `sellerId`, `scopes`, and `expiresTimestamp` in unix seconds; without it, the key does not expire
 * @throws Refusal `invalid_request`, `seller_not_found`
 */
export async function issueApiKey({ db }: AdminDeps, viewer: Viewer, input: unknown): Promise<IssuedKey> {
  const { sellerId, scopes: granted, expiresTimestamp } = checkInput(issueApiKeyInput, input);
  const expiresAt = expiresTimestamp === undefined ? null : instantOfTimestamp(expiresTimestamp);
  return db.transaction(async (tx) => {
    const { mode } = await findSeller({ db }, sellerId);
    if (expiresAt !== null) await refuseUnlessAhead(tx, expiresAt);
    return await insertKey(tx, viewer, { sellerId, mode, scopes: granted, expiresAt });
  });
}

/**
 * Replaces a key by a new one; the old one is refused from now on.
 *
 * @throws Refusal `api_key_not_found`, `api_key_revoked`
 */
export async function rotateApiKey({ db }: AdminDeps, viewer: Viewer, apiKeyId: string): Promise<IssuedKey> {
  return db.transaction(async (tx) => {
    const key = await readKey({ db }, apiKeyId);
    return await rotateKey(tx, viewer, { ...key, mode: key.seller.mode });
  });
}

/**
 * Revokes a key at once, on every process; a repeated revocation succeeds again.
 *
 * @throws Refusal `api_key_not_found`
 */
export async function revokeApiKey({ db }: AdminDeps, viewer: Viewer, apiKeyId: string) {
  return db.transaction(async (tx) => {
    const key = await readKey({ db }, apiKeyId);
    await revokeKey(tx, viewer, key.apiKeyId);
    return key;
  });
}

/**
 * Reads a key that the viewer may see: an operator any, a seller its own.
 *
 * @throws Refusal `api_key_not_found`
 */
export async function findKeyFor(deps: AdminDeps, viewer: Viewer, apiKeyId: string) {
  return isOperator(viewer) ? await readKey(deps, apiKeyId) : await findOwnKey(deps, viewer, apiKeyId);
}

/** @throws Refusal `api_key_not_found` */
async function readKey({ db }: AdminDeps, apiKeyId: string) {
  const key = isUuid(apiKeyId) ? await findKey(db, apiKeyId) : null;
  if (key === null) throw new Refusal('api_key_not_found');
  return key;
}
