import { z } from 'zod';
import type { ListOrder, OrderColumn } from '#one-statement/keyset.ts';
import type { Fault } from '../core/refusal.ts';
import { orderOf } from '#one-statement/keyset.ts';

export const bidOrderNames = ['NEWEST_FIRST', 'HIGHEST_FIRST'] as const;

export type BidOrderName = (typeof bidOrderNames)[number];

const placedAt: OrderColumn = { column: 'placed_at', type: 'timestamptz' };
const bidId: OrderColumn = { column: 'bid_id', type: 'uuid' };
const value: OrderColumn = { column: 'bid_value_in_cents', type: 'int' };

export const bidOrders: Record<BidOrderName, ListOrder> = {
  NEWEST_FIRST: { name: 'newest-bids', runs: [{ descending: true, columns: [placedAt, bidId] }] },
  /** By rank, which decides who pays: first the higher value, then the earlier bid, then the smaller id. */
  HIGHEST_FIRST: {
    name: 'highest-bids',
    runs: [
      { descending: true, columns: [value] },
      { descending: false, columns: [placedAt, bidId] },
    ],
  },
};

/** The rank, as SQL after `order by`. */
export const bidRank = orderOf({ order: bidOrders.HIGHEST_FIRST, backwards: false });

export const bidOrderInput = z.enum(bidOrderNames).default('NEWEST_FIRST');

/** Returns the order that an input names, valid or not. */
export function orderNamed(raw: unknown): BidOrderName {
  const named = bidOrderInput.safeParse((raw as { orderBy?: unknown }).orderBy);
  return named.success ? named.data : 'NEWEST_FIRST';
}

/**
 * Refuses the order by rank without an auction: bids have a rank only within one auction, and no index orders several
 * auctions by value.
 */
export function rankFaults(raw: unknown): Fault[] {
  const { auctionId } = raw as { auctionId?: unknown };
  if (orderNamed(raw) !== 'HIGHEST_FIRST' || auctionId !== undefined) return [];
  return [
    {
      pointer: '/auctionId',
      code: 'required',
      detail: 'Is required with HIGHEST_FIRST: a bid has its rank among the bids on its auction.',
    },
  ];
}
