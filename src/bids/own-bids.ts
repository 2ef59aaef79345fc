import type { AuthorizationState } from '../payments/authorization.ts';
import type { FailureCode } from '../payments/failure-code.ts';

/** The result of a form that this browser submitted: a bid, or none (yet). */
export interface OwnBid {
  readonly authorizationId: string;
  readonly submissionToken: string;
  readonly email: string;
  readonly valueInCents: number;
  /** By the seller's clock; `null`: there is no bid, or not yet. */
  readonly placedAt: Date | null;
  /** `null`: there is no bid, or not yet. */
  readonly bidId: string | null;
  readonly isWinningBid: boolean;
  /** The state of the authorization that backs the bid now, after any renewals; without a bid, of the first one. */
  readonly state: AuthorizationState;
  readonly failureCode: FailureCode | null;
}

const maxShown = 50;

/**
 * SQL of the bids of the browser `$3` on the auction `$1`, newest first, at most 50. Never look bids up by `bidderId` or e-mail for a
 * page: anybody can type those.
 */
export const ownBids = `
  select first.authorization_id as "authorizationId", first.submission_token as "submissionToken", first.email,
    first.value_in_cents as "valueInCents", bids.placed_at as "placedAt", first.bid_id as "bidId",
    coalesce(bids.is_winning_bid, false) as "isWinningBid",
    coalesce(latest.state, first.state) as state,
    case when latest.state is null then first.failure_code else latest.failure_code end as "failureCode"
  from authorizations first
  left join bids on bids.bid_id = first.bid_id and bids.auction_id = $1
  left join lateral (
    select state, failure_code from authorizations
    where authorizations.bid_id = first.bid_id and authorizations.auction_id = $1
    order by created_at desc limit 1
  ) latest on true
  where first.auction_id = $1 and first.browser_id = $3
  order by first.created_at desc limit ${maxShown}`;
