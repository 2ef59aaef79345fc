import { bidRank } from './bid-order.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import { canPay } from './can-pay.ts';

const ofAuction = 'from bids where bids.auction_id = auctions.auction_id';

/** SQL of the bids of an auction, from `from` on, over a row of `auctions`. */
export const bidsOfAuction = {
  all: ofAuction,
  /** Their number, in place of a query. Auctions with bids that are older than the trigger `count_bids` are counted. */
  count: `coalesce((select bid_count from bid_counts where bid_counts.auction_id = auctions.auction_id), (select count(*)::int ${ofAuction}))`,
  /** The highest bid that can pay; of equal ones the earliest. */
  leading: `from (select * ${ofAuction} and ${canPay(nowOfSeller('auctions.seller_id'))} order by ${bidRank} limit 1) bids`,
  winning: `${ofAuction} and is_winning_bid`,
};
