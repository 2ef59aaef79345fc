import type { ListOperation } from './list-operations.ts';
import type { Sample, Samples } from './sample-sellers.ts';
import { cursorOf } from './cursor-of.ts';
import { auctionOrders } from '../../src/auctions/auction-order.ts';
import { sellerNow } from '../../src/platform/db/seller-clock.ts';
import { auctionColumns, type AuctionRow } from '../../src/auctions/auction-row.ts';
import { bidOrders } from '../../src/auctions/bids/bid-order.ts';
import { bidColumns, type BidRow } from '../../src/auctions/bids/bid-row.ts';
import type { Connection } from '../../src/platform/db/database.ts';

/** A page in the middle of everything that a seller has. */
export async function auctionCursor(db: Connection, { seller }: Sample): Promise<string> {
  const { rows } = await db.query<AuctionRow>(
    `select ${auctionColumns(sellerNow)} from auctions where seller_id = $1 order by created_at desc
     offset (select count(*) / 2 from auctions where seller_id = $1) limit 1`,
    [seller.sellerId],
  );
  return cursorOf(auctionOrders.CREATED_DESC, rows[0]!);
}

/** In the middle of all bids on the sample's auction. */
export async function bidCursor(db: Connection, { auctionId }: Sample, order: keyof typeof bidOrders): Promise<string> {
  const { rows } = await db.query<BidRow>(
    `select ${bidColumns} from bids where auction_id = $1 order by bid_value_in_cents desc
     offset (select count(*) / 2 from bids where auction_id = $1) limit 1`,
    [auctionId],
  );
  return cursorOf(bidOrders[order], rows[0]!);
}

export async function countBidsOfBidder(db: Connection, { auctionId, bidderId }: Sample): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from bids where auction_id = $1 and bidder_id = $2',
    [auctionId, bidderId],
  );
  return rows[0]!.count;
}

/** A GraphQL query, asked as one of the lists' operations is. */
export function queryOperation(whose: keyof Samples, query: string, variables: object, rows: number): ListOperation {
  return {
    name: query,
    whose,
    status: 200,
    rows,
    ask: ({ seller }) =>
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      }),
  };
}
