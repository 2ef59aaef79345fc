import { nextBidAbove } from '../bid-steps.ts';
import { bidderDigest, isForAsMuch } from '../../payments/holds/holds-of-person.ts';
import type { FailureCode } from '../../payments/providers/failure-code.ts';
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
  | 'buy_now_removed'
  | 'buy_now_gone'
  | 'below_increment'
  | 'below_own_bid'
>;

/**
 * Returns SQL of the reason for which a row of `auctions` does not accept a bid; null if it does. An auction accepts bids in
 * `[start, end)`, at or above the minimum, of bidders that its seller has not banned. A bid need not lead, but it has to be higher than the
 * person's own bids that can still be captured.
 *
 * Without a lock it may refuse early, but must not accept: the statement that accepts a bid has to follow the one that locks the auction.
 *
 * @param bid names a row with the columns of `authorizations`
 * @param now SQL of the seller's instant: the same for the whole judgement
 * @param amounts names the row of `amountsOf`, on an auction that may have rules; `null`: it has none
 */
export function bidRefusal(bid: string, now: string, amounts: string | null = null): string {
  const [isBought, byRules] =
    amounts === null
      ? ['', '']
      : [
          ' or auctions.purchase_bid_id is not null',
          `
    when ${bid}.is_purchase and auctions.buy_now_price_in_cents is distinct from ${bid}.value_in_cents then 'buy_now_removed'
    when ${bid}.is_purchase and ${amounts}.highest is not null then 'buy_now_gone'
    when ${bid}.value_in_cents < ${amounts}.next_bid then 'below_increment'`,
        ];
  return `case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= ${now} or auctions.status = 'completed' or auctions.capture_requested_at is not null${isBought} then 'auction_ended'
    when auctions.bidding_period_starts_at > ${now} then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = ${bid}.seller_id and ban.digest = ${bidderDigest(`${bid}.seller_id`, `${bid}.bidder_id`)}) then 'bidder_banned'
    when ${bid}.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'${byRules}
    when exists (select from authorizations held where ${isForAsMuch(bid, now)}) then 'below_own_bid' end`;
}

/** Returns a query of the bid that leads on a row of `auctions`, as `highest`, and of the least amount of the next one, as `next_bid`. */
export function amountsOf(now: string): string {
  return `(select highest, ${nextBidAbove('highest')} as next_bid from (
    select (select bid_value_in_cents ${highestThatCanPay('auctions.auction_id', now)}) as highest) leader)`;
}

/** Returns SQL of the least amount that a row of `auctions` accepts next. */
export function nextBidInCents(now: string): string {
  return `(select next_bid from ${amountsOf(now)} amounts)`;
}

/**
 * Returns SQL of the price for which a row of `auctions` can be bought before its end; null: it cannot. No bid stands while none leads: a bid whose
 * hold has lapsed cannot win any more, although it stays listed.
 *
 * @param leading SQL of the leading bid; null: no bid leads
 */
export function buyNowAbove(leading: string, now: string): string {
  return `case when buy_now_price_in_cents >= minimum_bid_value_in_cents and status <> 'completed' and bidding_period_ends_at > ${now}
    and purchase_bid_id is null and ${leading} is null then buy_now_price_in_cents end`;
}

/** Returns SQL of that price, for which it finds the leading bid itself. */
export function buyNowInCents(now: string): string {
  return `case when buy_now_price_in_cents is not null then (select ${buyNowAbove('highest', now)} from ${amountsOf(now)} amounts) end`;
}
