import { z } from 'zod';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { searchText } from '../core/search-text.ts';
import type { Database } from '../db/database.ts';
import { escapePattern } from '../db/sql.ts';
import type { SellerRow } from './seller-row.ts';

const findSellersInput = pageInput.extend({
  nameContains: searchText(200).optional(),
  mode: z.enum(['live', 'test']).optional(),
  isSuspended: z.boolean().optional(),
});

/**
 * Lists all sellers, newest first.
 *
 * @param input `nameContains` (in any case), `mode`, `isSuspended`, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findSellers({ db }: { db: Pick<Database, 'prisma'> }, input: unknown): Promise<Page<SellerRow>> {
  const { nameContains, mode, isSuspended, limit, offset } = checkInput(findSellersInput, input);
  const rows = await db.prisma.seller.findMany({
    where: {
      ...(nameContains !== undefined && { name: { contains: escapePattern(nameContains), mode: 'insensitive' } }),
      ...(mode !== undefined && { mode }),
      ...(isSuspended !== undefined && { suspendedAt: isSuspended ? { not: null } : null }),
    },
    select: { sellerId: true, name: true, mode: true, createdAt: true, suspendedAt: true, capturesStoppedAt: true },
    orderBy: { sellerId: 'desc' },
    take: limit + 1,
    skip: offset,
  });
  return pageOf(rows, limit);
}
