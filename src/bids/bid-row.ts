import { type ColumnsOf, selectList } from '../db/source.ts';

/** A bid as it is read. */
export interface BidRow {
  bidId: string;
  auctionId: string;
  sellerId: string;
  bidderId: string;
  placedAt: Date;
  /** Whole US cents. */
  bidValueInCents: number;
  isWinningBid: boolean;
}

/** The column of each property of a `BidRow`. */
export const bidProperties: ColumnsOf<BidRow> = {
  bidId: 'bid_id',
  auctionId: 'auction_id',
  sellerId: 'seller_id',
  bidderId: 'bidder_id',
  placedAt: 'placed_at',
  bidValueInCents: 'bid_value_in_cents',
  isWinningBid: 'is_winning_bid',
};

/** The select list of a `BidRow`. */
export const bidColumns = selectList(bidProperties);
