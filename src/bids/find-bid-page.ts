import { checkCursorPage, type CursorPage, cursorPageInput, cursorPageOf } from '../core/cursor-page.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { orderOf, rowsBehind } from '../db/keyset.ts';
import { findBidsInput } from './bid-input.ts';
import { bidOrderInput, bidOrders, orderNamed, rankFaults } from './bid-order.ts';
import { bidColumns, type BidRow } from './bid-row.ts';
import { bidsWhere } from './bids-where.ts';

const findBidPageInput = cursorPageInput.extend({
  auctionId: findBidsInput.shape.auctionId,
  bidderId: findBidsInput.shape.bidderId,
  orderBy: bidOrderInput,
});

/**
 * The bids on the viewer's auctions from one of them on, forwards or backwards.
 *
 * @param input `auctionId`, `bidderId`, `orderBy` (`HIGHEST_FIRST` only with `auctionId`), and `first` and `after` or `last`
 * and `before`
 * @throws Refusal `invalid_request`
 */
export async function findBidPage(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<CursorPage<BidRow>> {
  const order = bidOrders[orderNamed(input)];
  const {
    input: { auctionId, bidderId, orderBy },
    page,
  } = checkCursorPage(findBidPageInput, order, input, rankFaults(input));
  const filters = [
    { column: 'seller_id', value: viewer.sellerId },
    ...(auctionId === undefined ? [] : [{ column: 'auction_id', value: auctionId }]),
    ...(bidderId === undefined ? [] : [{ column: 'bidder_id', value: bidderId }]),
  ];
  const keyset = { order, backwards: page.backwards, from: page.from === null ? null : 2 + filters.length };
  const rows = bidsWhere(
    filters.map(({ column }, index) => `${column} = $${2 + index}`),
    { orderBy, ofBidder: bidderId !== undefined },
  );
  // PostgreSQL tells the names of statements apart by 63 characters.
  const columns = filters.map(({ column }) => column.replace('_id', '')).join('-');
  const found = await db.pool.query<BidRow>({
    name: `find-bid-page-${columns}-${order.name}-${page.backwards ? 'back' : 'on'}${page.from === null ? '' : '-from'}`,
    text: `select ${bidColumns} from (${rowsBehind(keyset, rows, '$1')}) bids order by ${orderOf(keyset)} limit $1`,
    values: [page.limit + 1, ...filters.map(({ value }) => value), ...(page.from ?? [])],
  });
  return cursorPageOf(found.rows, page);
}
