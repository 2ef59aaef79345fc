import { asciiOrigin } from '../../core/ascii-origin.ts';
import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { formatInstant, instantOfTimestamp } from '../../core/instants.ts';
import { cursorPageInput, type ListPage, descending, readListPage } from '../../core/cursor-page.ts';
import { Refusal } from '../../core/refusal.ts';
import { visibleText } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import { type Scope, scopes, type Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import type { ApiKey, Prisma } from '../db/generated/client.ts';
import { prismaPage } from '../db/prisma-page.ts';
import { mixedScopes, mixesScopes } from './api-key.ts';
import { insertKey, type IssuedKey, refuseUnlessAhead, revokeIssued, revokeKey, rotateKey } from './change-keys.ts';

// A seller's own keys, by a key with the scope `keys:write`. None gets a scope that this key lacks.

/** The keys of a seller that are not revoked. */
export const maxOwnKeys = 100;

type KeyDeps = { readonly db: Database };

const newestKeys = descending('keys', { created_at: 'timestamptz', api_key_id: 'uuid' });

/**
 * Lists the keys of a seller, newest first, revoked ones included.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @param selection the columns to read
 * @throws Refusal `invalid_request`
 */
export async function findKeys(
  { db }: KeyDeps,
  sellerId: string,
  raw: unknown,
  selection: Pick<Prisma.ApiKeyFindManyArgs, 'select'>,
): Promise<ListPage<ApiKey>> {
  return await readListPage(cursorPageInput, newestKeys, raw, async (page) => {
    const { AND, orderBy, take } = prismaPage<Prisma.ApiKeyFindManyArgs>(page);
    return { rows: await db.prisma.apiKey.findMany({ ...selection, where: { sellerId, AND }, orderBy, take }) };
  });
}

/**
 * Reads one of the viewer's keys.
 *
 * @throws Refusal `api_key_not_found` for an unknown id and for another seller's alike
 */
export async function findOwnKey(
  { db }: KeyDeps,
  { sellerId }: Viewer,
  apiKeyId: string,
): Promise<Omit<ApiKey, 'digest'>> {
  const key = isUuid(apiKeyId)
    ? await db.prisma.apiKey.findFirst({ omit: { digest: true }, where: { apiKeyId, sellerId } })
    : null;
  if (key === null) throw new Refusal('api_key_not_found');
  return key;
}

/**
 * Issues a key to the viewer. It ends when the viewer's own key ends, at the latest.
 *
 * @param raw `scopes`, `expiresTimestamp` in unix seconds, without which the key ends with the viewer's; `name`; and of a public key
 *   `auctionIds` and `origins`
 * @throws Refusal `invalid_request`, also for a scope that the viewer's key lacks, and for an auction that is none of the viewer's;
 *   `api_key_limit`
 */
export async function createKey({ db }: KeyDeps, viewer: Viewer, raw: unknown): Promise<IssuedKey> {
  const { sellerId, mode } = viewer;
  const { scopes: granted, expiresTimestamp, auctionIds, origins, name } = checkInput(createKeyInput(viewer), raw);
  const expiresAt = expiresTimestamp === undefined ? null : instantOfTimestamp(expiresTimestamp);
  return await db.transaction(async (tx) => {
    if (expiresAt !== null) await refuseUnlessAhead(tx, expiresAt);
    const { expiresAt: endOfOwn } = await findOwnKey({ db }, viewer, viewer.apiKeyId);
    if (endsLater({ expiresAt: expiresAt ?? endOfOwn }, endOfOwn)) throw endsTooLate(endOfOwn!);
    await refuseBeyondLimit(tx, sellerId);
    if (auctionIds !== undefined) await refuseUnlessOwn(tx, sellerId, auctionIds);
    const key = { sellerId, mode, scopes: granted, expiresAt: expiresAt ?? endOfOwn, auctionIds, origins, name };
    return await insertKey(tx, viewer, { ...key, action: 'createKey' });
  });
}

/** The auctions that a public key may be restricted to, and the origins. */
export const maxShownAuctions = 100;
export const maxOrigins = 20;

export const maxKeyNameLength = 100;

const keyName = visibleText(1, maxKeyNameLength);

/** The input of a new key; it depends on the scopes of the key that issues it. */
export function createKeyInput(viewer: Pick<Viewer, 'scopes'>) {
  return z
    .strictObject({
      scopes: z.array(z.enum(scopes)).check(({ value, issues }) => {
        if (value.length === 0) issues.push(customIssue(value, 'required', 'Must name at least one scope.'));
        if (mixesScopes(value)) issues.push(customIssue(value, 'invalid_value', mixedScopes));
        const lacking = lackingOf(viewer, value);
        if (lacking.length === 0) return;
        issues.push(customIssue(value, 'invalid_value', `Your own key lacks ${lacking.join(', ')}.`));
      }),
      // Until the year 5138.
      expiresTimestamp: z.int().max(1e11).optional(),
      auctionIds: z.array(z.uuid().toLowerCase()).min(1).max(maxShownAuctions).optional(),
      origins: z.array(z.string().transform(asciiOrigin).check(isOrigin)).min(1).max(maxOrigins).optional(),
      name: keyName.optional(),
    })
    .check(({ value, issues }) => {
      if (value.scopes.includes('public')) return;
      for (const name of ['auctionIds', 'origins'] as const) {
        if (value[name] === undefined) continue;
        issues.push(customIssue(value, 'invalid_value', 'Only a public key is restricted so.', [name]));
      }
    });
}

/** A host that a page can have: names of domains, or an address. The parser of URLs also takes `*` and empty names. */
const hostOfPage = /^https?:\/\/(?:\[[\da-f:.]+\]|(?!-)[\w-]+(?<!-)(?:\.(?!-)[\w-]+(?<!-))*\.?)(?::\d+)?$/;

const isOrigin: z.core.CheckFn<string> = ({ value, issues }) => {
  const isWritten = /^https?:/.test(value) && URL.parse(value)?.origin === value;
  if (isWritten && hostOfPage.test(value)) return;
  const detail = 'Must be an origin as a browser sends it, such as "https://shop.example", without a wildcard.';
  issues.push(customIssue(value, 'invalid_value', detail));
};

/** Returns the scopes that the viewer's key lacks to issue a key with some. The issuer must see everything that a public key sees. */
function lackingOf({ scopes: held }: Pick<Viewer, 'scopes'>, granted: readonly Scope[]): Scope[] {
  const needed = granted.flatMap((scope) => (scope === 'public' ? (['auctions:read', 'bids:read'] as const) : scope));
  return needed.filter((scope) => !held.has(scope));
}

/** Checks whether a key ends later than another, whose end is `end`. A key without an end never does. */
function endsLater({ expiresAt }: Pick<ApiKey, 'expiresAt'>, end: Date | null): boolean {
  return end !== null && (expiresAt === null || expiresAt > end);
}

function endsTooLate(end: Date): Refusal {
  const detail = `Must not lie after ${formatInstant(end)}, when your own key ends.`;
  return new Refusal('invalid_request', { faults: [{ pointer: '/expiresTimestamp', code: 'too_large', detail }] });
}

/**
 * Refuses to replace or revoke a key that can do more than the viewer's own.
 *
 * @throws Refusal `insufficient_scope`
 */
function refuseWider(viewer: Viewer, { scopes: its }: Pick<ApiKey, 'scopes'>): void {
  // A CHECK constraint allows no other scopes.
  const [lacking] = lackingOf(viewer, its as Scope[]);
  if (lacking === undefined) return;
  throw new Refusal('insufficient_scope', { detail: `Your own key lacks the scope "${lacking}" of that key.` });
}

async function refuseUnlessOwn(tx: Connection, sellerId: string, auctionIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ index: number }>(
    `select place::int - 1 as index from unnest($2::uuid[]) with ordinality given (auction_id, place)
     where not exists (select from auctions a where a.seller_id = $1 and a.auction_id = given.auction_id) order by place`,
    [sellerId, auctionIds],
  );
  const detail = 'You have no such auction.';
  const faults = rows.map(({ index }) => ({ pointer: `/auctionIds/${index}`, code: 'invalid_value', detail }) as const);
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
}

async function refuseBeyondLimit(tx: Connection, sellerId: string): Promise<void> {
  // Two at once count one after the other.
  await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from api_keys where seller_id = $1 and revoked_at is null',
    [sellerId],
  );
  if (rows[0]!.count >= maxOwnKeys) throw new Refusal('api_key_limit');
}

/**
 * Names one of the viewer's keys.
 *
 * @param raw `name`; `null` removes it
 * @throws Refusal `invalid_request`, `api_key_not_found`; `insufficient_scope` for a key with a scope that the viewer's own lacks
 */
export async function updateKey(
  { db }: KeyDeps,
  viewer: Viewer,
  { apiKeyId, ...raw }: { readonly apiKeyId: string },
): Promise<{ apiKeyId: string }> {
  const { name } = checkInput(updateKeyInput, raw);
  return await db.transaction(async (tx) => {
    const key = await findOwnKey({ db }, viewer, apiKeyId);
    refuseWider(viewer, key);
    if (name === undefined || name === key.name) return key;
    await tx.query('update api_keys set name = $2 where api_key_id = $1', [key.apiKeyId, name]);
    await recordAudit(tx, viewer, {
      action: 'updateKey',
      subjectType: 'api_key',
      subjectId: key.apiKeyId,
      before: { name: key.name },
      after: { name },
    });
    return key;
  });
}

export const updateKeyInput = z.strictObject({ name: keyName.nullish() });

/**
 * Replaces one of the viewer's keys by a new one with the same scopes and expiry; the old one is refused from now on.
 *
 * @throws Refusal `api_key_not_found`, `api_key_revoked`; `insufficient_scope` for a key with a scope that the viewer's own lacks;
 *   `invalid_request` for another key that ends later than the viewer's own
 */
export async function replaceKey({ db }: KeyDeps, viewer: Viewer, apiKeyId: string): Promise<IssuedKey> {
  return await db.transaction(async (tx) => {
    const key = await findOwnKey({ db }, viewer, apiKeyId);
    refuseWider(viewer, key);
    const own = await findOwnKey({ db }, viewer, viewer.apiKeyId);
    if (endsLater(key, own.expiresAt)) {
      const detail = `Your own key ends at ${formatInstant(own.expiresAt!)}, before that key: replace it with a key that lives as long.`;
      throw new Refusal('invalid_request', { faults: [{ pointer: '/apiKeyId', code: 'invalid_value', detail }] });
    }
    return await rotateKey(tx, viewer, { ...key, mode: viewer.mode }, 'replaceKey');
  });
}

/**
 * Revokes one of the viewer's keys at once, on every process; a repeated revocation succeeds again.
 *
 * @param withIssued revokes as well what the key has issued, and so on
 * @throws Refusal `api_key_not_found`; `insufficient_scope` for a key with a scope that the viewer's own lacks
 */
export async function revokeOwnKey(
  { db }: KeyDeps,
  viewer: Viewer,
  { apiKeyId, withIssued }: { readonly apiKeyId: string; readonly withIssued: boolean },
): Promise<{ apiKeyId: string }> {
  return await db.transaction(async (tx) => {
    const key = await findOwnKey({ db }, viewer, apiKeyId);
    refuseWider(viewer, key);
    await revokeKey(tx, viewer, key.apiKeyId, 'revokeKey');
    if (withIssued) await revokeIssued(tx, viewer, key.apiKeyId, 'revokeKey');
    return key;
  });
}
