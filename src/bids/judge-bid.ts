import { nextBidAbove } from '../auctions/bid-steps.ts';
import { bidderDigest, isForAsMuch } from '../holds/holds-of-person.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import { highestThatCanPay } from './rank.ts';

/**
 * The reasons for which an auction does not accept a bid. Shown to the bidder, and stored with the authorization that
 * is released for it.
 */
export type BidRefusalCode = Extract<
  FailureCode,
  | 'auction_not_open_yet'
  | 'auction_ended'
  | 'auction_cancelled'
  | 'bidder_banned'
  | 'below_minimum'
  | 'below_increment'
  | 'below_own_bid'
>;

/**
 * Returns SQL of the reason for which a row of `auctions` does not accept the row `bid`, which has the columns of `authorizations`; null if
 * it does. An auction accepts bids in `[start, end)`, at or above the minimum, of bidders that its seller has not banned. A bid need not
 * lead, but it has to be higher than the person's own bids that can still be captured.
 *
 * Without a lock it may refuse early, but must not accept: the statement that accepts a bid has to follow the one that locks the auction.
 *
 * @param now SQL of the seller's instant: the same for the whole judgement
 * @param nextBid SQL of the least amount of the next bid, on an auction with a minimum step; `null`: there is none
 */
export function bidRefusal(now: string, nextBid: string | null = null): string {
  const belowIncrement =
    nextBid === null
      ? ''
      : `
    when bid.value_in_cents < ${nextBid} then 'below_increment'`;
  return `case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= ${now} or auctions.status = 'completed' or auctions.capture_requested_at is not null then 'auction_ended'
    when auctions.bidding_period_starts_at > ${now} then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = bid.seller_id and ban.digest = ${bidderDigest('bid.seller_id', 'bid.bidder_id')}) then 'bidder_banned'
    when bid.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'${belowIncrement}
    when exists (select from authorizations held where ${isForAsMuch('bid', now)}) then 'below_own_bid' end`;
}

/** Returns SQL of the least amount that a row of `auctions` accepts next. */
export function nextBidInCents(now: string): string {
  return `(select ${nextBidAbove('highest.cents')} from (
    select (select bid_value_in_cents ${highestThatCanPay('auctions.auction_id', now)}) as cents) highest)`;
}
