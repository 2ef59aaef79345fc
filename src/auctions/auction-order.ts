import { z } from 'zod';
import type { ListOrder, OrderColumn } from '#one-statement/keyset.ts';

const auctionId: OrderColumn = { column: 'auction_id', type: 'uuid' };

/** The columns of each index that has an order. Equal ones are ordered by id, so that pages neither skip nor repeat one. */
const indexes = {
  created: [{ column: 'created_at', type: 'timestamptz' }, auctionId],
  ends: [{ column: 'bidding_period_ends_at', type: 'timestamptz' }, auctionId],
  // With the id in `bid_counts`, so that one index has both columns.
  highestBid: [
    { column: 'highest_bid', type: 'int' },
    { column: 'ranked_id', type: 'uuid' },
  ],
} satisfies Record<string, readonly OrderColumn[]>;

interface AuctionOrder extends ListOrder {
  readonly index: keyof typeof indexes;
}

function orderBy(name: string, index: keyof typeof indexes, descending: boolean): AuctionOrder {
  return { name, index, runs: [{ descending, columns: indexes[index] }] };
}

/** Each order with its name in cursors. */
export const auctionOrders = {
  NEWEST_FIRST: orderBy('auctions', 'created', true),
  OLDEST_FIRST: orderBy('oldest-auctions', 'created', false),
  ENDING_FIRST: orderBy('ending-auctions', 'ends', false),
  ENDING_LAST: orderBy('last-ending-auctions', 'ends', true),
  HIGHEST_BID_FIRST: orderBy('highest-bid-auctions', 'highestBid', true),
  LOWEST_BID_FIRST: orderBy('lowest-bid-auctions', 'highestBid', false),
};

export type AuctionOrderName = keyof typeof auctionOrders;

export const auctionOrderInput = z.enum(Object.keys(auctionOrders) as AuctionOrderName[]).default('NEWEST_FIRST');

/** Returns the order that an input names, valid or not. */
export function auctionOrderOf(raw: unknown): AuctionOrder {
  const named = auctionOrderInput.safeParse((raw as { orderBy?: unknown }).orderBy);
  return auctionOrders[named.success ? named.data : 'NEWEST_FIRST'];
}
