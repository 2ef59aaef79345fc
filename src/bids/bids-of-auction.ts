import { orderOf } from '../db/keyset.ts';
import { bidOrders } from './bid-order.ts';

const ofAuction = 'from bids where bids.auction_id = auctions.auction_id';

const byRank = orderOf({ order: bidOrders.HIGHEST_FIRST, backwards: false });

/** The bids of an auction, of a row of `auctions`, as SQL from `from` on. */
export const bidsOfAuction = {
  all: ofAuction,
  /** The highest, of equal ones the earliest. */
  leading: `from (select * ${ofAuction} order by ${byRank} limit 1) bids`,
  winning: `${ofAuction} and is_winning_bid`,
};
