import { isBanned } from '../bidders/bans.ts';
import { clockOffset } from '../db/seller-clock.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import { hasBidAsMuch } from '../holds/holds-of-person.ts';
import { keepsCardSql } from '../holds/kept-card.ts';

/**
 * The reasons for which an auction does not accept a bid. Shown to the bidder, and stored with the authorization that
 * is released for it.
 */
export type BidRefusalCode = Extract<
  FailureCode,
  'auction_not_open_yet' | 'auction_ended' | 'auction_cancelled' | 'bidder_banned' | 'below_minimum' | 'below_own_bid'
>;

/** A bid to judge, as SQL. */
interface JudgedBid {
  readonly valueInCents: string;
  readonly bidderId: string;
  readonly browserId: string;
  readonly isSigned: string;
}

/**
 * Returns SQL of the reason for which the auction `a` does not accept a bid; null if it does. An auction accepts bids
 * in `[start, end)`, at or above the minimum, of bidders that its seller has not banned. A bid need not lead, but it has to be higher
 * than the person's own bids that can still be captured.
 *
 * @param now SQL
 */
export function bidRefusal({ valueInCents, ...bidder }: JudgedBid, now: string): string {
  const person = { auctionId: 'a.auction_id', sellerId: 'a.seller_id', ...bidder };
  return `case
    when a.cancelled_at is not null then 'auction_cancelled'
    when a.bidding_period_ends_at <= ${now} or a.status = 'completed' or a.capture_requested_at is not null then 'auction_ended'
    when a.bidding_period_starts_at > ${now} then 'auction_not_open_yet'
    when ${isBanned('a.seller_id', bidder.bidderId)} then 'bidder_banned'
    when ${valueInCents} < a.minimum_bid_value_in_cents then 'below_minimum'
    when ${hasBidAsMuch(person, valueInCents, now)} then 'below_own_bid' end`;
}

/**
 * Returns SQL of the auction `$1` with that judgement. Without a lock it may refuse early, but must not accept: the
 * statement that accepts a bid has to follow the one that locks the auction.
 */
export function judgedAuction(bid: JudgedBid): string {
  // The whole judgement uses one instant, at which an accepted bid is also placed: a second reading of the clock
  // could place the bid after the end. The instant is cut to the millisecond, as it is stored; rounding could move it
  // past the end, too.
  return `
    select a.auction_id, a.seller_id, sellers.mode, a.bidding_period_ends_at as ends_at, ${keepsCardSql} as keeps_card, clock.now as judged_at,
      ${bidRefusal(bid, 'clock.now')} as refusal
    from auctions a join sellers using (seller_id),
      lateral (select date_trunc('milliseconds', clock_timestamp() + ${clockOffset}) as now) clock
    where a.auction_id = $1`;
}
