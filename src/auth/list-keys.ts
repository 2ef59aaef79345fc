import type { ApiKey, Seller } from '../db/generated/client.ts';
import type { Database } from '../db/database.ts';

/** Every key, or one seller's, oldest first. */
export async function listKeys(
  { prisma }: Pick<Database, 'prisma'>,
  seller?: string,
): Promise<(ApiKey & { seller: Seller })[]> {
  return prisma.apiKey.findMany({
    where: seller === undefined ? {} : { seller: { name: seller } },
    include: { seller: true },
    orderBy: [{ createdAt: 'asc' }, { apiKeyId: 'asc' }],
  });
}
