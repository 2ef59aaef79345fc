import { checkCursorPage, type CursorPage, cursorPageInput, cursorPageOf } from '../core/cursor-page.ts';
import type { Database } from '../db/database.ts';
import { orderOf, rowsBehind } from '../db/keyset.ts';
import { findBidsInput } from './bid-input.ts';
import { bidOrderInput, bidOrders, orderNamed } from './bid-order.ts';
import { bidColumns, type BidRow } from './bid-row.ts';
import { bidsWhere } from './bids-where.ts';

const findBidPagesInput = cursorPageInput.extend({ bidderId: findBidsInput.shape.bidderId, orderBy: bidOrderInput });

/**
 * The same page of the bids on each of these auctions, in one statement.
 *
 * @param input `bidderId`, `orderBy`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findBidPages(
  { db }: { db: Pick<Database, 'pool'> },
  auctionIds: readonly string[],
  input: unknown,
): Promise<CursorPage<BidRow>[]> {
  const order = bidOrders[orderNamed(input)];
  const {
    input: { bidderId, orderBy },
    page,
  } = checkCursorPage(findBidPagesInput, order, input);
  const bidders = bidderId === undefined ? [] : [bidderId];
  const keyset = { order, backwards: page.backwards, from: page.from === null ? null : 3 + bidders.length };
  const rows = bidsWhere(['auction_id = wanted.id', ...bidders.map(() => 'bidder_id = $3')], {
    orderBy,
    ofBidder: bidders.length > 0,
  });
  const found = await db.pool.query<BidRow>({
    name: `find-bid-pages-${bidders.length}-${order.name}-${page.backwards ? 'back' : 'on'}${page.from === null ? '' : '-from'}`,
    text: `
      select ${bidColumns} from unnest($2::uuid[]) wanted (id), lateral (
        select * from (${rowsBehind(keyset, rows, '$1')}) bids order by ${orderOf(keyset)} limit $1
      ) bids
      order by ${orderOf(keyset)}`,
    values: [page.limit + 1, auctionIds, ...bidders, ...(page.from ?? [])],
  });
  const rowsOf = Map.groupBy(found.rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => cursorPageOf(rowsOf.get(auctionId) ?? [], page));
}
