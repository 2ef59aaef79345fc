import { z } from 'zod';
import type { ListOrder, OrderColumn } from '../core/cursor-page.ts';
import type { AuctionRow } from './auction-row.ts';

export const auctionOrderNames = [
  'NEWEST_FIRST',
  'OLDEST_FIRST',
  'ENDING_FIRST',
  'ENDING_LAST',
  'HIGHEST_BID_FIRST',
  'LOWEST_BID_FIRST',
] as const;

export type AuctionOrderName = (typeof auctionOrderNames)[number];

/** An auction with the columns of `bid_counts` that order it. */
interface RankedAuction extends AuctionRow {
  highestBid: number;
}

type Column = OrderColumn<RankedAuction>;

const createdAt: Column = { column: 'created_at', field: 'createdAt', type: 'timestamptz' };
const endsAt: Column = { column: 'bidding_period_ends_at', field: 'biddingPeriodEndsAt', type: 'timestamptz' };
const highestBid: Column = { column: 'highest_bid', field: 'highestBid', type: 'int' };
const auctionId: Column = { column: 'auction_id', field: 'auctionId', type: 'uuid' };
/** The id in `bid_counts`, so that one index has both columns. */
const rankedId: Column = { column: 'ranked_id', field: 'auctionId', type: 'uuid' };

function orderBy(name: string, descending: boolean, ...columns: Column[]): ListOrder<RankedAuction> {
  return { name, runs: [{ descending, columns }] };
}

/** Each order with its name in cursors. Equal ones are ordered by id, so that pages neither skip nor repeat one. */
export const auctionOrders: Record<AuctionOrderName, ListOrder<RankedAuction>> = {
  NEWEST_FIRST: orderBy('auctions', true, createdAt, auctionId),
  OLDEST_FIRST: orderBy('oldest-auctions', false, createdAt, auctionId),
  ENDING_FIRST: orderBy('ending-auctions', false, endsAt, auctionId),
  ENDING_LAST: orderBy('last-ending-auctions', true, endsAt, auctionId),
  HIGHEST_BID_FIRST: orderBy('highest-bid-auctions', true, highestBid, rankedId),
  LOWEST_BID_FIRST: orderBy('lowest-bid-auctions', false, highestBid, rankedId),
};

/** The index that has an order. */
export const indexOfOrder: Record<AuctionOrderName, 'created' | 'ends' | 'highestBid'> = {
  NEWEST_FIRST: 'created',
  OLDEST_FIRST: 'created',
  ENDING_FIRST: 'ends',
  ENDING_LAST: 'ends',
  HIGHEST_BID_FIRST: 'highestBid',
  LOWEST_BID_FIRST: 'highestBid',
};

export const auctionOrderInput = z.enum(auctionOrderNames).default('NEWEST_FIRST');

/** Returns the order that an input names, valid or not. */
export function auctionOrderNamed(raw: unknown): AuctionOrderName {
  const named = auctionOrderInput.safeParse((raw as { orderBy?: unknown }).orderBy);
  return named.success ? named.data : 'NEWEST_FIRST';
}
