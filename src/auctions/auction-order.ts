import type { ListOrder, OrderColumn } from '#one-statement/keyset.ts';
import { orderInput, orderNamed } from '../core/list-order-input.ts';

const auctionId: OrderColumn = { column: 'auction_id', type: 'uuid' };

/** The columns of each index that has an order. Equal ones are ordered by id, so that pages neither skip nor repeat one. */
const indexes = {
  // The ids of all sellers' auctions are in the order of their creation, by PostgreSQL's clock.
  id: [auctionId],
  created: [{ column: 'created_at', type: 'timestamptz' }, auctionId],
  ends: [{ column: 'bidding_period_ends_at', type: 'timestamptz' }, auctionId],
  // With the id in `bid_counts`, so that one index has both columns.
  highestBid: [
    { column: 'highest_bid', type: 'int' },
    { column: 'ranked_id', type: 'uuid' },
  ],
} satisfies Record<string, readonly OrderColumn[]>;

export interface AuctionOrder extends ListOrder {
  readonly index: keyof typeof indexes;
}

function orderBy(name: string, index: keyof typeof indexes, descending: boolean): AuctionOrder {
  return { name, index, runs: [{ descending, columns: indexes[index] }] };
}

/** Each order with its name in cursors. */
export const auctionOrders = {
  CREATED_DESC: orderBy('auctions', 'created', true),
  CREATED_ASC: orderBy('oldest-auctions', 'created', false),
  END_ASC: orderBy('ending-auctions', 'ends', false),
  END_DESC: orderBy('last-ending-auctions', 'ends', true),
  HIGHEST_BID_DESC: orderBy('highest-bid-auctions', 'highestBid', true),
  HIGHEST_BID_ASC: orderBy('lowest-bid-auctions', 'highestBid', false),
};

/** The order of the auctions of all sellers. */
export const newestOfAll = orderBy('all-auctions', 'id', true);

const fields = ['CREATED', 'END', 'HIGHEST_BID'] as const;

export type AuctionOrderField = (typeof fields)[number];

export const auctionOrderInput = orderInput(fields);

/** Returns the order that an input names, valid or not. */
export function auctionOrderOf(raw: unknown): AuctionOrder {
  return auctionOrders[orderNamed(auctionOrders, raw, 'CREATED_DESC')];
}
