import type { Scope } from '../core/viewer.ts';
import type { ApiKey, Seller } from '../db/generated/client.ts';
import type { Database } from '../db/database.ts';
import { type IssuedKey, issueKey } from './issue-key.ts';
import { revokeKey } from './revoke-key.ts';

/** A new key in place of an old one, with its seller, scopes and expiry; both or neither happen. */
export async function rotateKey(
  { prisma }: Pick<Database, 'prisma'>,
  old: ApiKey & { seller: Seller },
): Promise<IssuedKey> {
  return prisma.$transaction(async (tx) => {
    const db = { prisma: tx as typeof prisma };
    if (!(await revokeKey(db, old.apiKeyId)))
      throw new Error(`${old.prefix} is revoked already; issue a new key instead.`);
    const { name: seller, mode } = old.seller;
    return issueKey(db, { seller, mode, scopes: old.scopes as Scope[], expiresAt: old.expiresAt });
  });
}
