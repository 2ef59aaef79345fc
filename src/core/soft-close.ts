import { maxBiddingPeriodSeconds } from './limits.ts';

// The soft close: a bid that takes the lead in the last seconds of a bidding period extends the period by as many. All of these are SQL
// over a row of `auctions`.

/** SQL of the end that the seller has set. */
export const scheduledEnd = 'coalesce(scheduled_ends_at, bidding_period_ends_at)';

/** SQL of the most that bids can add to it. */
export const longestExtension = `coalesce(soft_close_maximum_seconds, 0) * interval '1 second'`;

/**
 * SQL of the latest end that bids can still bring about: an auction that was bought has ended. The bidding period never lasts longer than one that a seller may set, so an auction that
 * lasts seven days is not extended.
 */
export const latestEnd = `case when soft_close_maximum_seconds is null or purchase_bid_id is not null then bidding_period_ends_at
  else greatest(bidding_period_ends_at, least(
    ${scheduledEnd} + ${longestExtension},
    bidding_period_starts_at + interval '${maxBiddingPeriodSeconds} seconds')) end`;
