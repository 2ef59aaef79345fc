import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { findAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, rowsByStatus, type RowsOfStatus } from './auction-row.ts';

const newestFirst = 'order by created_at desc, auction_id desc';

const everyRow: RowsOfStatus = { turned: 'true', due: null };

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
  const rowsOfStatus = status === undefined ? everyRow : rowsByStatus[status];
  const { rows } = await db.pool.query<AuctionRow>({
    name: `find-auctions-${status ?? 'all'}`,
    text: `select ${auctionColumns} from (${select(rowsOfStatus)}) auctions ${newestFirst} limit $2 offset $3`,
    values: [viewer.sellerId, limit + 1, offset],
  });
  return pageOf(rows, limit);
}

/** Never reads, or sorts, more than the pages up to this one and what is due: how much a seller has does not matter. */
function select({ turned, due }: RowsOfStatus): string {
  const upToThisPage = `
    (select * from auctions where seller_id = $1 and ${turned} ${newestFirst} limit $2::bigint + $3::bigint)`;
  return due === null ? upToThisPage : `${upToThisPage} union all select * from auctions where seller_id = $1 and ${due}`;
}
