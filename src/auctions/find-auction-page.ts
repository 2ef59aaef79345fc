import { checkCursorPage, type CursorPage, cursorPageInput, cursorPageOf } from '../core/cursor-page.ts';
import type { ListOrder } from '../core/list-order.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { isBehind, type Keyset, orderOf, rowsBehind } from '../db/keyset.ts';
import { findAuctionsInput, type FindAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, rowsByStatus } from './auction-row.ts';

/** The order of the auctions in every list: newest first, then by id. */
export const auctionOrder: ListOrder<AuctionRow> = {
  name: 'auctions',
  runs: [
    {
      descending: true,
      columns: [
        { column: 'created_at', field: 'createdAt', type: 'timestamptz' },
        { column: 'auction_id', field: 'auctionId', type: 'uuid' },
      ],
    },
  ],
};

const findAuctionPageInput = cursorPageInput.extend({ status: findAuctionsInput.shape.status });

/**
 * The viewer's auctions from one of them on, newest first, forwards or backwards.
 *
 * @param input `status`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findAuctionPage(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<CursorPage<AuctionRow>> {
  const {
    input: { status },
    page,
  } = checkCursorPage(findAuctionPageInput, auctionOrder, input);
  const statuses = status === undefined ? [] : [status];
  const keyset = {
    order: auctionOrder,
    backwards: page.backwards,
    from: page.from === null ? null : 3 + statuses.length,
  };
  const { rows } = await db.pool.query<AuctionRow>({
    name: `find-auction-page-${status ?? 'all'}-${page.backwards ? 'back' : 'on'}${page.from === null ? '' : '-from'}`,
    text: `select ${auctionColumns} from (${behind(keyset, status)}) auctions order by ${orderOf(keyset)} limit $2`,
    values: [viewer.sellerId, page.limit + 1, ...statuses, ...(page.from ?? [])],
  });
  return cursorPageOf(rows, page);
}

/** `$1` is the seller, `$2` how many to read and `$3` the status: a parameter for the reason told in `find-auctions.ts`. */
function behind(keyset: Keyset<AuctionRow>, status: FindAuctionsInput['status']): string {
  const own = 'auctions where seller_id = $1';
  if (status === undefined) return rowsBehind(keyset, own, '$2');
  const { turned, due } = rowsByStatus[status];
  const rows = rowsBehind(keyset, `${own} and status = $3 and ${turned}`, '$2');
  if (due === null) return rows;
  // What is due is few and found by an index of its own. Without the barrier the planner would rather look for it among all
  // that is behind the cursor.
  return `${rows} union all select * from (select * from ${own} and ${due} offset 0) due where ${isBehind(keyset)}`;
}
