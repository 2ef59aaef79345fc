import type { Scope, SellerMode } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { digestApiKey, generateApiKey, visiblePrefix } from './api-key.ts';

export interface IssuedKey {
  /** The key itself: shown once, never stored. */
  readonly key: string;
  readonly prefix: string;
  readonly apiKeyId: string;
  readonly sellerId: string;
}

/** Issues a key for the seller of this name and mode, who is created if new. */
export async function issueKey(
  { prisma }: Pick<Database, 'prisma'>,
  request: { seller: string; mode: SellerMode; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<IssuedKey> {
  const name = request.seller;
  const { mode } = request;
  const seller = await prisma.seller.upsert({
    where: { name_mode: { name, mode } },
    create: { name, mode },
    update: {},
  });
  const key = generateApiKey(mode);
  const { apiKeyId, prefix } = await prisma.apiKey.create({
    data: {
      sellerId: seller.sellerId,
      prefix: visiblePrefix(key),
      digest: new Uint8Array(digestApiKey(key)),
      scopes: [...request.scopes],
      expiresAt: request.expiresAt,
    },
  });
  return { key, prefix, apiKeyId, sellerId: seller.sellerId };
}
