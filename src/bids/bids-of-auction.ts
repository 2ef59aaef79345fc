import { bidRank } from './bid-order.ts';
import { isBacked } from './is-backed.ts';

const ofAuction = 'from bids where bids.auction_id = auctions.auction_id';

/** SQL of the bids of an auction, from `from` on, over a row of `auctions`. */
export const bidsOfAuction = {
  all: ofAuction,
  /** Their number, in place of a query: see `count_bids` in the migrations. Auctions that are older than it are counted. */
  count: `coalesce(auctions.bid_count, (select count(*)::int ${ofAuction}))`,
  /** The highest bid whose hold is active; of equal ones the earliest. */
  leading: `from (select * ${ofAuction} and ${isBacked} order by ${bidRank} limit 1) bids`,
  winning: `${ofAuction} and is_winning_bid`,
};
