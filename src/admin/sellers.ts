import { z } from 'zod';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { Refusal } from '../core/refusal.ts';
import { searchText } from '../core/search-text.ts';
import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/database.ts';
import type { Prisma, Seller } from '../db/generated/client.ts';
import { escapePattern } from '../db/sql.ts';

const findSellersInput = pageInput.extend({
  nameContains: searchText(200).optional(),
  mode: z.enum(['live', 'test']).optional(),
  isSuspended: z.boolean().optional(),
});

/**
 * Lists all sellers, newest first.
 *
 * @param input `nameContains` (in any case), `mode`, `isSuspended`, `limit`, `offset`
 * @param selection the columns and relations to read, all columns by default
 * @throws Refusal `invalid_request`
 */
export async function findSellers(
  { db }: { db: Pick<Database, 'prisma'> },
  input: unknown,
  selection: Pick<Prisma.SellerFindManyArgs, 'select'> = {},
): Promise<Page<Seller>> {
  const { nameContains, mode, isSuspended, limit, offset } = checkInput(findSellersInput, input);
  const rows = await db.prisma.seller.findMany({
    ...selection,
    where: {
      ...(nameContains !== undefined && { name: { contains: escapePattern(nameContains), mode: 'insensitive' } }),
      ...(mode !== undefined && { mode }),
      ...(isSuspended !== undefined && { suspendedAt: isSuspended ? { not: null } : null }),
    },
    orderBy: { sellerId: 'desc' },
    take: limit + 1,
    skip: offset,
  });
  return pageOf(rows, limit);
}

/**
 * Reads a seller.
 *
 * @param selection the columns and relations to read, all columns by default
 * @throws Refusal `seller_not_found`
 */
export async function findSeller(
  { db }: { db: Pick<Database, 'prisma'> },
  sellerId: string,
  selection: Pick<Prisma.SellerFindFirstArgs, 'select'> = {},
): Promise<Seller> {
  const seller = isUuid(sellerId) ? await db.prisma.seller.findFirst({ ...selection, where: { sellerId } }) : null;
  if (seller === null) throw new Refusal('seller_not_found');
  return seller;
}
