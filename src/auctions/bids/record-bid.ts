import type { QueryConfig, QueryResult } from 'pg';
import { decidesByRules } from '../rules.ts';
import { latestEnd } from '../../core/soft-close.ts';
import { crashPoint } from '../../core/crash-point.ts';
import { learn } from '../../core/followed-ids.ts';
import { presentOfSellersRow } from '../../platform/db/seller-clock.ts';
import { underAuctionLock } from '../../platform/db/under-auction-lock.ts';
import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import type { Intent } from '../../payments/holds/authorization.ts';
import { readAuthorization } from '../../payments/holds/find-authorization.ts';
import { numberOfPerson, releasingLower } from '../../payments/holds/holds-of-person.ts';
import { recordKeptCard } from '../../payments/holds/kept-card.ts';
import {
  assignmentsOf,
  assignmentsOfHold,
  backing,
  mayMove,
  ofNamedRow,
} from '../../payments/holds/move-authorization.ts';
import { releaseAuthorization } from '../../payments/holds/release-authorization.ts';
import { recordHold } from '../../payments/holds/request-hold.ts';
import type { FailureCode } from '../../payments/providers/failure-code.ts';
import type { Authorized, Challenge, Observed } from '../../payments/providers/observation.ts';
import { auctionExtensions } from '../../platform/metrics/metrics.ts';
import { recordBidEvents } from '../webhooks/record-events.ts';
import type { BidDeps } from './bid-deps.ts';
import { type BidRefusalCode, bidRefusal, amountsOf } from './judge-bid.ts';
import { moveEnd } from './move-end.ts';

/** The outcome of a bidder's attempt to bid, so far. */
export type PlacedBid =
  /** The bid exists and its value is held on the card. */
  | { readonly outcome: 'placed'; readonly bidId: string }
  /** The bank requires the bidder's confirmation; afterwards, call `continueBid`. */
  | { readonly outcome: 'challenged'; readonly challenge: Challenge }
  /** There is no bid, and any hold is being released. */
  | {
      readonly outcome: 'refused';
      readonly code: FailureCode;
      /** With `below_increment`: the least amount of the next bid. */
      readonly nextBidInCents?: number;
    }
  /** The provider's answer is not clear yet: the bid will be placed, or its hold released, without the bidder. */
  | { readonly outcome: 'pending' };

/** The provider's answer that the money is held, which is not recorded yet. */
type UnrecordedHold = Extract<Observed, Authorized>;

/**
 * Records the bid of an authorization whose money is held, or marks the authorization for release if the auction does not accept the
 * bid (any more). A bid is one round trip: all bids on an auction wait for its row, and while one of them holds the lock, PostgreSQL must
 * not wait for a process that has other work. A refusal is judged again in a round trip of its own.
 *
 * @param hold `null`: our books have recorded the hold
 */
export async function recordBid(
  deps: BidDeps,
  authorization: Intent,
  hold: UnrecordedHold | null = null,
): Promise<PlacedBid> {
  const { authorizationId, auctionId } = authorization;
  const keptCard = hold?.keptCard ?? null;
  const isRuled = authorization.isRuled !== false;
  const results = await underAuctionLock(deps.db, auctionId, [
    writeBid(authorizationId, hold, isRuled),
    ...(isRuled ? [moveEnd(authorizationId)] : []),
    ...(keptCard === null ? [] : [recordKeptCard(authorization, keptCard)]),
  ]);
  const written = firstOf(results[0]) as { bidId: string } | null;
  if (written !== null) {
    crashPoint('bid: committed');
    learn(written);
    deps.live.announce(auctionId);
    const moved = isRuled ? (firstOf(results[1]) as MovedEnd | null) : null;
    if (moved !== null) await followMove(deps, auctionId, moved);
    return { outcome: 'placed', bidId: written.bidId };
  }
  const refusals = await underAuctionLock(deps.db, auctionId, [refuseBid(authorizationId, hold, isRuled)]);
  const refused = firstOf(refusals[0]) as { code: BidRefusalCode; nextBidInCents: number } | null;
  if (refused !== null) {
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
    const { code, nextBidInCents } = refused;
    return { outcome: 'refused', code, ...(code === 'below_increment' && { nextBidInCents }) };
  }
  // Another caller was faster: the sweep, a second submit, a cancellation, or a change of the auction after which it may accept the bid.
  const now = await readAuthorization(deps.db, authorizationId);
  if (now.bidId !== null) return { outcome: 'placed', bidId: now.bidId };
  // It has given the intent up, or recorded the hold.
  if (hold !== null) {
    const recorded = await recordHold(deps, authorization, hold);
    if (recorded.outcome !== 'authorized') return recorded;
  } else if (now.state !== 'authorized') return { outcome: 'refused', code: now.failureCode ?? 'already_released' };
  return await recordBid(deps, { ...authorization, isRuled: true });
}

function firstOf(result: QueryResult | undefined): unknown {
  return result?.rows[0] ?? null;
}

interface MovedEnd {
  readonly endsAt: Date;
  readonly isPurchase: boolean;
}

/** Wakes a worker at the new end. The alarm of the former end finds nothing due, and the sweep finds an end whose alarm is lost. */
async function followMove(
  { alarms }: BidDeps,
  auctionId: string,
  { endsAt: dueAt, isPurchase }: MovedEnd,
): Promise<void> {
  if (!isPurchase) auctionExtensions.inc();
  await alarms?.arm([{ kind: 'close', auctionId, dueAt }]);
}

/**
 * SQL that is true for an authorization `a` of which a bid can be made: its money is held, and its payment is the one that our books know.
 * `$2` and `$3` are what the provider answers, if that is not recorded yet: the end of the hold, and the name of the payment.
 */
const isHeld = `${ofNamedRow(`a.state = 'authorized' or $2::timestamptz is not null and ${mayMove('authorize')}`)}
  and num_nulls(a.bid_id) = 1 and coalesce(a.provider_reference = $3, true)`;

const assignmentsOfAnswer = `${assignmentsOfHold('$2')}, provider_reference = coalesce(a.provider_reference, $3)`;

const valuesOf = (authorizationId: string, hold: UnrecordedHold | null) => [
  authorizationId,
  hold?.captureBefore ?? null,
  hold?.reference ?? null,
];

/**
 * Marks a hold for release whose bid the auction does not accept.
 *
 * @param isRuled true if the auction may have rules: then a bid may be below the minimum step
 */
function refuseBid(authorizationId: string, hold: UnrecordedHold | null, isRuled: boolean): QueryConfig {
  return {
    name: isRuled ? 'refuse-bid-by-rules' : 'refuse-bid',
    text: isRuled ? refusingByRules : refusingWithoutRules,
    values: valuesOf(authorizationId, hold),
  };
}

const refusing = ({ amounts, from, nextBid }: { amounts: string | null; from: string; nextBid: string }) => `
      with judged as materialized (
        select ${bidRefusal('bid', 'clock.now', amounts)} as refusal${nextBid}
        from authorizations bid join auctions using (auction_id) join sellers on sellers.seller_id = bid.seller_id,
          lateral (select ${presentOfSellersRow} as now) clock${from}
        where authorization_id = $1
      )
      update authorizations a set ${assignmentsOf('beginRelease')}, ${assignmentsOfAnswer}, failure_code = refusal
      from judged
      where a.authorization_id = $1 and refusal is not null and ${isHeld}
      returning failure_code as code${nextBid === '' ? '' : ', next_bid as "nextBidInCents"'}`;

const refusingWithoutRules = refusing({ amounts: null, from: '', nextBid: '' });
const judgedAmounts = `,
          lateral ${amountsOf('clock.now')} amounts`;
const refusingByRules = refusing({
  amounts: 'amounts',
  from: judgedAmounts,
  nextBid: ', next_bid',
});

/** The millisecond after the last bid on the auction of an authorization `a`; null for the first one. */
const afterLastBid = `(select max(placed_at) + interval '1 millisecond' from bids where bids.auction_id = a.auction_id)`;

/**
 * Writes the bid of a hold, and its event, and marks lower holds of the person for release: nothing if the auction does not accept the bid. A bid
 * that is judged before its auction's end is placed before the end: the clock may have reached it since. The auction's row is locked: no two
 * bidders get the same number, and each bid is placed after the last one, even if the clock was set back. The lock proves the auction, so no
 * foreign key of `bids` checks it.
 *
 * @param isRuled true if the auction may have rules: then bids may move its end. If false, nothing is written to an auction with rules: a change
 *   that was judged before the start may be committed after the bid has read the auction
 */
function writeBid(authorizationId: string, hold: UnrecordedHold | null, isRuled: boolean): QueryConfig {
  const { requestId, traceparent } = currentOrigin();
  return {
    name: isRuled ? 'write-bid-by-rules' : 'write-bid',
    text: isRuled ? writingByRules : writingWithoutRules,
    values: [...valuesOf(authorizationId, hold), requestId, traceparent],
  };
}

/**
 * @param latest SQL of the latest end of the auction
 * @param from SQL that joins what the judgement reads
 * @param isTaken SQL that is true if a bid is made of the authorization
 */
const writing = ({ latest, from, isTaken }: { latest: string; from: string; isTaken: string }) => `
      with backed as (
        update authorizations a set ${backing('uuidv7()', 'coalesce($2, a.capture_before)', latest)}, ${assignmentsOfAnswer}
        from auctions join sellers using (seller_id), lateral (select ${presentOfSellersRow} as now) clock${from}
        where a.authorization_id = $1 and auctions.auction_id = a.auction_id and ${isHeld} and ${isTaken}
        returning a.*, least(greatest(date_trunc('milliseconds', clock.now), ${afterLastBid}), bidding_period_ends_at - interval '1 millisecond') as placed_at
      ), placed as (
        insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
        select bid_id, authorization_id, auction_id, seller_id, bidder_id, value_in_cents, placed_at,
          coalesce(${numberOfPerson('bid')}, (select coalesce(max(bidder_count), 0) + 1 from bid_counts where auction_id = bid.auction_id))
        from backed bid
        returning *
      ), reported as (
        select placed.*, submission_token, browser_id from placed join backed using (authorization_id)
      ), ${recordBidEvents('bid_placed', 'reported', '$4::uuid, $5::text')},
      released as (${releasingLower('backed')}
      )
      select bid_id as "bidId" from placed`;

const writingWithoutRules = writing({
  latest: 'bidding_period_ends_at',
  from: '',
  isTaken: `not (${decidesByRules}) and ${bidRefusal('a', 'clock.now')} is null`,
});
const writingByRules = writing({
  latest: latestEnd,
  from: judgedAmounts,
  isTaken: `${bidRefusal('a', 'clock.now', 'amounts')} is null`,
});
