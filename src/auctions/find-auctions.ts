import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { findAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, sourcesByStatus } from './auction-row.ts';

/**
 * The viewer's auctions, newest first; `auctionId` breaks ties, so that offsets are stable.
 *
 * @param input `status`, `limit`, `offset`, as the interface document says
 * @throws Refusal `invalid_request`
 */
export async function findAuctions(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<Page<AuctionRow>> {
  const { status, limit, offset } = checkInput(findAuctionsInput, input);
  const sources = status === undefined ? ['true'] : sourcesByStatus[status];
  const { rows } = await db.pool.query<AuctionRow>({
    name: `find-auctions-${status ?? 'all'}`,
    text: `
      select ${auctionColumns}
      from (${sources.map((source) => `select * from auctions where seller_id = $1 and ${source}`).join(' union all ')}) auctions
      order by created_at desc, auction_id desc
      limit $2 offset $3`,
    values: [viewer.sellerId, limit + 1, offset],
  });
  return pageOf(rows, limit);
}
