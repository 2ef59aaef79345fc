import type { ListOrder, OrderColumn } from '#one-statement/keyset.ts';
import type { Fault } from '../../core/refusal.ts';
import { orderInput, orderNamed } from '../../core/list-order-input.ts';
import { orderOf } from '#one-statement/keyset.ts';

const fields = ['PLACED', 'VALUE'] as const;

export type BidOrderField = (typeof fields)[number];

const placedAt: OrderColumn = { column: 'placed_at', type: 'timestamptz' };
const bidId: OrderColumn = { column: 'bid_id', type: 'uuid' };
const value: OrderColumn = { column: 'bid_value_in_cents', type: 'int' };

const byInstant = [placedAt, bidId];

/** Each order with its name in cursors. The rank decides who pays: first the higher value, then the earlier bid, then the smaller id. */
export const bidOrders = {
  PLACED_DESC: { name: 'newest-bids', runs: [{ descending: true, columns: byInstant }] },
  PLACED_ASC: { name: 'oldest-bids', runs: [{ descending: false, columns: byInstant }] },
  VALUE_DESC: {
    name: 'highest-bids',
    runs: [
      { descending: true, columns: [value] },
      { descending: false, columns: byInstant },
    ],
  },
  VALUE_ASC: {
    name: 'lowest-bids',
    runs: [
      { descending: false, columns: [value] },
      { descending: true, columns: byInstant },
    ],
  },
} satisfies Record<string, ListOrder>;

/** The order of the bids on all sellers' auctions, whose ids begin with the instant at which they were placed, by PostgreSQL's clock. */
export const newestOfAll: ListOrder = { name: 'all-bids', runs: [{ descending: true, columns: [bidId] }] };

/** The rank, as SQL after `order by`. */
export const bidRank = orderOf({ order: bidOrders.VALUE_DESC, backwards: false });

export const bidOrderInput = orderInput(fields);

/** Returns the name of the order that an input names, valid or not. */
export function bidOrderNamed(raw: unknown): keyof typeof bidOrders {
  return orderNamed(bidOrders, raw, 'PLACED_DESC');
}

/**
 * Refuses the order by rank without an auction: bids have a rank only within one auction, and no index orders several
 * auctions by value.
 */
export function rankFaults(raw: unknown): Fault[] {
  const { filter } = raw as { filter?: { auctionId?: unknown } | null };
  if (!bidOrderNamed(raw).startsWith('VALUE') || filter?.auctionId != null) return [];
  return [
    {
      pointer: '/filter/auctionId',
      code: 'required',
      detail: 'Is required with the order VALUE: a bid has its rank among the bids on its auction.',
    },
  ];
}
