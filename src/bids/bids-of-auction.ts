import { bidRank } from './bid-order.ts';
import { isBacked } from './is-backed.ts';

const ofAuction = 'from bids where bids.auction_id = auctions.auction_id';

/** SQL of the bids of an auction, from `from` on, over a row of `auctions`. */
export const bidsOfAuction = {
  all: ofAuction,
  /** The highest bid whose hold is active; of equal ones the earliest. */
  leading: `from (select * ${ofAuction} and ${isBacked} order by ${bidRank} limit 1) bids`,
  winning: `${ofAuction} and is_winning_bid`,
};
