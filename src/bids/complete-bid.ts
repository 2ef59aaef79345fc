import { crashPoint } from '../core/crash-point.ts';
import type { Database } from '../db/database.ts';
import { underAuctionLock } from '../db/under-auction-lock.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { renewalAt } from '../holds/attach-bid.ts';
import type { Authorization, AuthorizationState } from '../holds/authorization.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import type { Authorized, Observed } from '../providers/observation.ts';
import { recordKeptCard } from '../holds/kept-card.ts';
import { releaseAuthorization } from '../holds/release-authorization.ts';
import { numberOfPerson, personOf, releasingLower } from '../holds/holds-of-person.ts';
import { recordHold } from '../holds/request-hold.ts';
import { recordBidEvents } from '../webhooks/record-events.ts';
import type { BidDeps } from './bid-deps.ts';
import { type BidRefusalCode, judgedAuction } from './judge-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

/** The provider's answer that the money is held, which is not recorded yet. */
type UnrecordedHold = Extract<Observed, Authorized>;

/**
 * Makes a bid of an authorization whose money is held, or marks the authorization for release if the auction does not accept the
 * bid (any more).
 *
 * @param hold `null`: our books have recorded the hold
 */
export async function completeBid(
  deps: BidDeps,
  authorization: Authorization,
  hold: UnrecordedHold | null = null,
): Promise<PlacedBid> {
  const { authorizationId, auctionId } = authorization;
  const { placedBidId, bidId, isRefused, refusal, state, failureCode } = await writeBid(deps.db, authorization, hold);
  if (placedBidId !== null) {
    crashPoint('bid: committed');
    deps.live.announce(auctionId);
    return { outcome: 'placed', bidId: placedBidId };
  }
  // Another caller was faster: the sweep, a second submit, or a cancellation.
  if (bidId !== null) return { outcome: 'placed', bidId };
  if (isRefused) {
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
    return { outcome: 'refused', code: refusal ?? 'auction_ended' };
  }
  // Another caller has given the intent up, or recorded the hold.
  if (hold !== null) {
    const recorded = await recordHold(deps, authorization, hold);
    if (recorded.outcome !== 'authorized') return recorded;
  } else if (state !== 'authorized') return { outcome: 'refused', code: failureCode ?? 'already_released' };
  return await completeBid(deps, authorization);
}

interface WrittenBid {
  /** The bid that was written now; `null`: none. */
  readonly placedBidId: string | null;
  /** The authorization was marked for release now. */
  readonly isRefused: boolean;
  /** The authorization's bid before this statement. */
  readonly bidId: string | null;
  readonly state: AuthorizationState;
  readonly failureCode: FailureCode | null;
  /** The reason for which the auction does not accept the bid; `null` if it does. */
  readonly refusal: BidRefusalCode | null;
}

const renewsAt = renewalAt({
  captureBefore: 'coalesce($5::timestamptz, a.capture_before)',
  endsAt: 'auction.ends_at',
  now: 'auction.judged_at',
});

// Not `is null`, for which PostgreSQL may read all that has no bid by the index of bids, instead of the one row by its key.
const hasNoBid = 'num_nulls(a.bid_id) = 1';

// The auction's row is locked: no two bidders get the same number.
const nextNumber = '(select coalesce(max(bidder_count), 0) + 1 from bid_counts where auction_id = $1)';

const ofHold = {
  valueInCents: '(select value_in_cents from held)',
  bidderId: '(select bidder_id from held)',
  browserId: '(select browser_id from held)',
  isSigned: '(select is_signed from held)',
};

/**
 * Judges and writes in one round trip: the hold, the bid and its events, and the release of the person's lower holds. All bids on an auction wait for its row: while one of
 * them holds the lock, PostgreSQL must not wait for a process that has other work.
 */
async function writeBid(db: Database, authorization: Authorization, hold: UnrecordedHold | null): Promise<WrittenBid> {
  const { authorizationId, auctionId } = authorization;
  const { requestId, traceparent } = currentOrigin();
  const { keptCard = null } = hold ?? {};
  const results = await underAuctionLock(db, auctionId, [
    ...(keptCard === null ? [] : [recordKeptCard(authorization, keptCard)]),
    {
      name: 'write-bid',
      text: `
        with held as materialized (
          select bid_id, state, failure_code, value_in_cents, bidder_id, browser_id, is_signed
          from authorizations where authorization_id = $2 and auction_id = $1
        ), auction as materialized (${judgedAuction(ofHold)}
        ), concluded as (
          update authorizations a set
            state = case when refusal is null then 'authorized' else 'releasing' end::authorization_state,
            bid_id = case when refusal is null then uuidv7() end, failure_code = refusal,
            provider_reference = coalesce(a.provider_reference, $6), capture_before = coalesce($5::timestamptz, a.capture_before),
            authorized_at = coalesce(a.authorized_at, clock_timestamp()), moved_at = clock_timestamp(), tries_in_state = 0,
            next_attempt_at = case when refusal is null then ${renewsAt} else clock_timestamp() end,
            waiting_since = case when refusal is not null then clock_timestamp() end
          from auction
          where a.authorization_id = $2 and ${hasNoBid}
            and (a.state = 'authorized' or a.state in ('intended', 'challenged') and $5::timestamptz is not null)
            and coalesce(a.provider_reference = $6, true)
          returning a.*
        ), released as (${releasingLower('concluded')}
        ), placed as (
          insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
          select bid_id, authorization_id, concluded.auction_id, concluded.seller_id, bidder_id, value_in_cents, judged_at,
            coalesce(${numberOfPerson(personOf('concluded'))}, ${nextNumber})
          from concluded, auction where bid_id is not null
          returning *
        ), reported as (
          select placed.*, submission_token, browser_id from placed join concluded using (bid_id)
        ), ${recordBidEvents('bid_placed', 'reported', '$3::uuid, $4::text')}
        select placed.bid_id as "placedBidId", exists (select from concluded where bid_id is null) as "isRefused",
          held.bid_id as "bidId", held.state, held.failure_code as "failureCode", auction.refusal
        from held, auction left join placed on true`,
      values: [
        auctionId,
        authorizationId,
        requestId,
        traceparent,
        hold?.captureBefore ?? null,
        hold?.reference ?? null,
      ],
    },
  ]);
  const bid = (results.at(-1)!.rows as WrittenBid[])[0];
  if (bid === undefined) throw new Error(`Authorization ${authorizationId} has vanished.`);
  return bid;
}
