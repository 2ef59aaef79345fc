import { checkCursorPage, type CursorPage, cursorPageInput, cursorPageOf } from '../core/cursor-page.ts';
import type { ListOrder } from '../core/list-order.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { isBehind, type Keyset, nameOfWay, orderOf, rowsBehind } from '../db/keyset.ts';
import { makeParameters, type Parameters } from '../db/sql.ts';
import { findAuctionsInput, type FindAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, rowsOfStatus } from './auction-row.ts';

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
 * Finds the viewer's auctions from a cursor on, newest first, forwards or backwards.
 *
 * @param input `status`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findAuctionPage(
  { db }: { db: Connection },
  viewer: Viewer,
  input: unknown,
): Promise<CursorPage<AuctionRow>> {
  const {
    input: { status },
    page,
  } = checkCursorPage(findAuctionPageInput, auctionOrder, input);
  const parameter = makeParameters();
  // `sellerNow` reads the clock of the seller `$1`.
  const own = `auctions where seller_id = ${parameter(viewer.sellerId)}`;
  const limit = parameter(page.limit + 1);
  const keyset = { order: auctionOrder, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const found =
    status === undefined ? rowsBehind(keyset, own, limit) : withStatus(status, parameter, { keyset, own, limit });
  const { rows } = await db.query<AuctionRow>({
    name: `find-auction-page-${status ?? 'all'}${nameOfWay(page)}`,
    text: `select ${auctionColumns(sellerNow)} from (${found}) auctions order by ${orderOf(keyset)} limit ${limit}`,
    values: parameter.values,
  });
  return cursorPageOf(rows, page);
}

/** Returns SQL of the page; the status is a parameter for the reason given in `find-auctions.ts`. */
function withStatus(
  status: NonNullable<FindAuctionsInput['status']>,
  parameter: Parameters,
  { keyset, own, limit }: { keyset: Keyset<AuctionRow>; own: string; limit: string },
): string {
  const { upToDate, outdated } = rowsOfStatus(status, sellerNow);
  const rows = rowsBehind(keyset, `${own} and status = ${parameter(status)} and ${upToDate}`, limit);
  if (outdated === null) return rows;
  // Outdated rows are few, and their own index finds them. Without `offset 0` the planner would search for them among
  // all rows after the cursor.
  return `${rows} union all select * from (select * from ${own} and ${outdated} offset 0) outdated where ${isBehind(keyset)}`;
}
