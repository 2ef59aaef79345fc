import { checkCursorPage, type CursorPage, cursorPageInput, cursorPageOf } from '../core/cursor-page.ts';
import type { Connection } from '../db/database.ts';
import { nameOfWay, orderOf, rowsBehind } from '../db/keyset.ts';
import { conditionOf, makeParameters } from '../db/sql.ts';
import { bidFilters, nameOfFilters } from './bid-filters.ts';
import { findBidsInput } from './bid-input.ts';
import { bidOrderInput, bidOrders, orderNamed } from './bid-order.ts';
import { bidColumns, type BidRow } from './bid-row.ts';
import { bidsWhere } from './bids-where.ts';

const findBidPagesInput = cursorPageInput.extend({ bidderId: findBidsInput.shape.bidderId, orderBy: bidOrderInput });

/**
 * Finds the same page of the bids on each of these auctions, in one statement.
 *
 * @param input `bidderId`, `orderBy`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findBidPages(
  { db }: { db: Connection },
  auctionIds: readonly string[],
  input: unknown,
): Promise<CursorPage<BidRow>[]> {
  const order = bidOrders[orderNamed(input)];
  const {
    input: { bidderId, orderBy },
    page,
  } = checkCursorPage(findBidPagesInput, order, input);
  const parameter = makeParameters();
  const limit = parameter(page.limit + 1);
  const wanted = parameter(auctionIds);
  const ofBidder = conditionOf(bidFilters({ bidderId }), parameter);
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  const rows = bidsWhere(`auction_id = wanted.id and ${ofBidder}`, { orderBy, ofBidder: bidderId !== undefined });
  const found = await db.query<BidRow>({
    name: `find-bid-pages-${order.name}${nameOfFilters({ bidderId })}${nameOfWay(page)}`,
    text: `
      select ${bidColumns} from unnest(${wanted}::uuid[]) wanted (id), lateral (
        select * from (${rowsBehind(keyset, rows, limit)}) bids order by ${orderOf(keyset)} limit ${limit}
      ) bids
      order by ${orderOf(keyset)}`,
    values: parameter.values,
  });
  const rowsOf = Map.groupBy(found.rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => cursorPageOf(rowsOf.get(auctionId) ?? [], page));
}
