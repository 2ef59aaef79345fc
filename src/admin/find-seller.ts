import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/database.ts';
import type { SellerRow } from './seller-row.ts';

/**
 * Finds a seller.
 *
 * @throws Refusal `seller_not_found`
 */
export async function findSeller({ db }: { db: Pick<Database, 'prisma'> }, sellerId: string): Promise<SellerRow> {
  const seller = isUuid(sellerId) ? await db.prisma.seller.findUnique({ where: { sellerId } }) : null;
  if (seller === null) throw new Refusal('seller_not_found');
  return seller;
}
