import type { QueryConfig } from 'pg';
import { crashPoint } from '../core/crash-point.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { underAuctionLock } from '../db/under-auction-lock.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { attachingBids } from '../holds/attach-bid.ts';
import type { Authorization } from '../holds/authorization.ts';
import { findAuthorization } from '../holds/find-authorization.ts';
import { numberOfPerson, releaseLower } from '../holds/holds-of-person.ts';
import { recordKeptCard } from '../holds/kept-card.ts';
import { assignmentsOf, mayMove, movingAuthorizations } from '../holds/move-authorization.ts';
import { releaseAuthorization } from '../holds/release-authorization.ts';
import { recordHold } from '../holds/request-hold.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import type { Authorized, Challenge, Observed } from '../providers/observation.ts';
import { recordBidEvents } from '../webhooks/record-events.ts';
import type { BidDeps } from './bid-deps.ts';
import { type BidRefusalCode, bidRefusal } from './judge-bid.ts';

/** The outcome of a bidder's attempt to bid, so far. */
export type PlacedBid =
  /** The bid exists and its value is held on the card. */
  | { readonly outcome: 'placed'; readonly bidId: string }
  /** The bank requires the bidder's confirmation; afterwards, call `continueBid`. */
  | { readonly outcome: 'challenged'; readonly challenge: Challenge }
  /** There is no bid, and any hold is being released. */
  | { readonly outcome: 'refused'; readonly code: FailureCode }
  /** The provider's answer is not clear yet: the bid will be placed, or its hold released, without the bidder. */
  | { readonly outcome: 'pending' };

/** The provider's answer that the money is held, which is not recorded yet. */
type UnrecordedHold = Extract<Observed, Authorized>;

/**
 * Makes a bid of an authorization whose money is held, or marks the authorization for release if the auction does not accept the
 * bid (any more). All of it is one round trip: all bids on an auction wait for its row, and while one of them holds the lock, PostgreSQL must
 * not wait for a process that has other work.
 *
 * @param hold `null`: our books have recorded the hold
 */
export async function completeBid(
  deps: BidDeps,
  authorization: Authorization,
  hold: UnrecordedHold | null = null,
): Promise<PlacedBid> {
  const { authorizationId, auctionId } = authorization;
  const results = await underAuctionLock(deps.db, auctionId, [
    ...(hold === null ? [] : recordingHold(authorization, hold)),
    refuseBid(authorizationId),
    writeBid(authorizationId),
    releaseLower(authorizationId),
  ]);
  const [refused, written] = results
    .slice(-3)
    .map(({ rows }) => (rows as { code: BidRefusalCode; bidId: string }[])[0]);
  if (written !== undefined) {
    crashPoint('bid: committed');
    deps.live.announce(auctionId);
    return { outcome: 'placed', bidId: written.bidId };
  }
  if (refused !== undefined) {
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
    return { outcome: 'refused', code: refused.code };
  }
  // Another caller was faster: the sweep, a second submit, or a cancellation.
  const now = await findAuthorization(deps.db, authorizationId);
  if (now === null) throw new Error(`Authorization ${authorizationId} has vanished.`);
  if (now.bidId !== null) return { outcome: 'placed', bidId: now.bidId };
  // It has given the intent up, or recorded the hold.
  if (hold !== null) {
    const recorded = await recordHold(deps, authorization, hold);
    if (recorded.outcome !== 'authorized') return recorded;
  } else if (now.state !== 'authorized') return { outcome: 'refused', code: now.failureCode ?? 'already_released' };
  return await completeBid(deps, authorization);
}

function recordingHold(authorization: Authorization, hold: UnrecordedHold): QueryConfig[] {
  const { authorizationId } = authorization;
  const { keptCard = null, reference, captureBefore } = hold;
  return [
    ...(keptCard === null ? [] : [recordKeptCard(authorization, keptCard)]),
    movingAuthorizations('authorize', [{ authorizationId, reference, captureBefore }]),
  ];
}

const sellersNow = `clock_timestamp() + ${clockOffset}`;

/** Marks a hold for release whose bid the auction does not accept. */
function refuseBid(authorizationId: string): QueryConfig {
  return {
    name: 'refuse-bid',
    text: `
      with judged as materialized (
        select authorization_id, ${bidRefusal('clock.now')} as refusal
        from authorizations bid join auctions using (auction_id, seller_id) join sellers using (seller_id),
          lateral (select ${sellersNow} as now) clock
        where authorization_id = $1
      )
      update authorizations a set ${assignmentsOf('beginRelease')}, failure_code = refusal
      from judged
      where a.authorization_id = judged.authorization_id and refusal is not null and ${mayMove('beginRelease')}
      returning failure_code as code`,
    values: [authorizationId],
  };
}

/**
 * Writes the bid of a hold that was not refused, and its event. The bid was judged before its auction's end, and so it is placed before the end:
 * the clock may have reached it since. The auction's row is locked: no two bidders get the same number.
 */
function writeBid(authorizationId: string): QueryConfig {
  const { requestId, traceparent } = currentOrigin();
  return {
    name: 'write-bid',
    text: `
      with placed as (
        insert into bids (authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
        select authorization_id, auction_id, bid.seller_id, bidder_id, value_in_cents,
          least(date_trunc('milliseconds', ${sellersNow}), bidding_period_ends_at - interval '1 millisecond'),
          coalesce(${numberOfPerson('bid')}, (select coalesce(max(bidder_count), 0) + 1 from bid_counts where auction_id = bid.auction_id))
        from authorizations bid join auctions using (auction_id, seller_id) join sellers using (seller_id)
        where authorization_id = $1 and (bid.state = 'authorized') is not false and num_nulls(bid_id) = 1
        returning *
      ), attached as (${attachingBids('placed')}
      ), reported as (
        select placed.*, submission_token, browser_id from placed join authorizations using (authorization_id)
      ), ${recordBidEvents('bid_placed', 'reported', '$2::uuid, $3::text')}
      select bid_id as "bidId" from placed`,
    values: [authorizationId, requestId, traceparent],
  };
}
