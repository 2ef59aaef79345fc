import type { KeyRow } from '../auth/key-row.ts';
import type { Scope } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';

/** A key as the admin API shows it. */
export type AdminKey = Omit<KeyRow, 'sellerName' | 'mode' | 'isExpired'>;

/** Lists the keys of a seller, newest first, revoked ones included. */
export async function findKeysOfSeller(
  { db }: { db: Pick<Database, 'prisma'> },
  sellerId: string,
): Promise<AdminKey[]> {
  const keys = await db.prisma.apiKey.findMany({
    where: { sellerId },
    omit: { digest: true },
    orderBy: [{ createdAt: 'desc' }, { apiKeyId: 'desc' }],
  });
  // A CHECK constraint allows no other scopes.
  return keys.map((key) => ({ ...key, scopes: key.scopes as Scope[] }));
}
