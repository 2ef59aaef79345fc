import type { Filter } from '../db/sql.ts';

/** The filters of a list of bids. */
export interface BidFilters {
  readonly bidId?: string | undefined;
  readonly sellerId?: string | undefined;
  readonly auctionId?: string | undefined;
  readonly bidderId?: string | undefined;
}

/** Returns the filters as conditions on the columns of `bids`. */
export function bidFilters({ bidId, sellerId, auctionId, bidderId }: BidFilters): Filter[] {
  return [
    [(parameter) => `bid_id = ${parameter}`, bidId],
    [(parameter) => `seller_id = ${parameter}`, sellerId],
    [(parameter) => `auction_id = ${parameter}`, auctionId],
    [(parameter) => `bidder_id = ${parameter}`, bidderId],
  ];
}

/** Names the set of filters: each has its own statement, so that each plan uses its own index. */
export function nameOfFilters({ auctionId, bidderId }: BidFilters): string {
  return `${auctionId === undefined ? '' : '-auction'}${bidderId === undefined ? '' : '-bidder'}`;
}
