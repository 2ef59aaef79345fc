import { isUuid } from '../../core/uuid.ts';
import type { Connection, Database } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { digestApiKey, isWellFormedApiKey } from './api-key.ts';

/** A key as an operator sees it, with its seller: everything but its digest. */
const asSeen = { omit: { digest: true }, include: { seller: true } } as const;

type KeyDeps = Pick<Database, 'prisma'>;

/** Returns the condition of the keys that a person names: by an id, a visible prefix, or the key itself. */
export function keysNamed(name: string): Prisma.ApiKeyWhereInput {
  if (isUuid(name)) return { apiKeyId: name };
  return isWellFormedApiKey(name) ? { digest: new Uint8Array(digestApiKey(name)) } : { prefix: name };
}

/**
 * Finds the one key that a person names.
 *
 * @param name for `keysNamed`
 * @returns `null` if there is no such key
 * @throws when several keys have the prefix
 */
export async function findKey({ prisma }: KeyDeps, name: string) {
  const keys = await prisma.apiKey.findMany({ ...asSeen, where: keysNamed(name), take: 10 });
  if (keys.length > 1)
    throw new Error(`${name} stands for several keys: ${keys.map((key) => key.apiKeyId).join(', ')}`);
  return keys[0] ?? null;
}

/** Lists every key, or those of the sellers with a name, oldest first. */
export async function listKeys({ prisma }: KeyDeps, seller?: string) {
  const where = seller === undefined ? {} : { seller: { name: seller } };
  return await prisma.apiKey.findMany({ ...asSeen, where, orderBy: [{ createdAt: 'asc' }, { apiKeyId: 'asc' }] });
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
