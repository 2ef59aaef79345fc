import { isUuid } from '../core/uuid.ts';
import type { ApiKey, Seller } from '../db/generated/client.ts';
import type { Database } from '../db/database.ts';
import { digestApiKey, isWellFormedApiKey } from './api-key.ts';

/**
 * The one key that a person names.
 *
 * @param name its id, its visible prefix, or the key itself
 * @returns `null` where there is no such key
 * @throws when a prefix stands for several keys
 */
export async function findKey(
  { prisma }: Pick<Database, 'prisma'>,
  name: string,
): Promise<(ApiKey & { seller: Seller }) | null> {
  const where = isUuid(name)
    ? { apiKeyId: name }
    : isWellFormedApiKey(name)
      ? { digest: new Uint8Array(digestApiKey(name)) }
      : { prefix: name };
  const keys = await prisma.apiKey.findMany({ where, include: { seller: true }, take: 10 });
  if (keys.length > 1)
    throw new Error(`${name} stands for several keys: ${keys.map((key) => key.apiKeyId).join(', ')}`);
  return keys[0] ?? null;
}
