import { z } from 'zod';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { searchText } from '../core/search-text.ts';
import type { Database } from '../db/database.ts';
import { anywhere, narrowing } from './narrowing.ts';
import { sellerColumns, type SellerRow } from './seller-row.ts';

const findSellersInput = pageInput.extend({
  nameContains: searchText(200).optional(),
  mode: z.enum(['live', 'test']).optional(),
  isSuspended: z.boolean().optional(),
});

/**
 * All sellers, newest first.
 *
 * @param input `nameContains` (in any case), `mode`, `isSuspended`, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findSellers({ db }: { db: Pick<Database, 'pool'> }, input: unknown): Promise<Page<SellerRow>> {
  const { nameContains, mode, isSuspended, limit, offset } = checkInput(findSellersInput, input);
  const { conditions, values } = narrowing(
    [
      ['name ilike ?', anywhere(nameContains)],
      ['mode = ?', mode],
      ['(suspended_at is not null) = ?', isSuspended],
    ],
    2,
  );
  const { rows } = await db.pool.query<SellerRow>(
    `select ${sellerColumns} from sellers where true ${conditions} order by seller_id desc limit $1 offset $2`,
    [limit + 1, offset, ...values],
  );
  return pageOf(rows, limit);
}
