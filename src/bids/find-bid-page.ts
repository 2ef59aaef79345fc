import { checkCursorPage, type CursorPage, cursorPageInput, cursorPageOf } from '../core/cursor-page.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { nameOfWay, orderOf, rowsBehind } from '../db/keyset.ts';
import { conditionOf, makeParameters } from '../db/sql.ts';
import { bidFilters, nameOfFilters } from './bid-filters.ts';
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
 * Finds the bids on the viewer's auctions from a cursor on, forwards or backwards.
 *
 * @param input `auctionId`, `bidderId`, `orderBy` (`HIGHEST_FIRST` only with `auctionId`), and `first` and `after` or `last`
 *   and `before`
 * @throws Refusal `invalid_request`
 */
export async function findBidPage(
  { db }: { db: Connection },
  viewer: Viewer,
  input: unknown,
): Promise<CursorPage<BidRow>> {
  const order = bidOrders[orderNamed(input)];
  const {
    input: { auctionId, bidderId, orderBy },
    page,
  } = checkCursorPage(findBidPageInput, order, input, rankFaults(input));
  const filters = { sellerId: viewer.sellerId, auctionId, bidderId };
  const parameter = makeParameters();
  const limit = parameter(page.limit + 1);
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const rows = bidsWhere(conditionOf(bidFilters(filters), parameter), { orderBy, ofBidder: bidderId !== undefined });
  const found = await db.query<BidRow>({
    name: `find-bid-page-${order.name}${nameOfFilters(filters)}${nameOfWay(page)}`,
    text: `select ${bidColumns} from (${rowsBehind(keyset, rows, limit)}) bids order by ${orderOf(keyset)} limit ${limit}`,
    values: parameter.values,
  });
  return cursorPageOf(found.rows, page);
}
