import type { QueryConfig } from 'pg';
import { latestEnd } from '../../core/soft-close.ts';
import type { Intent } from '../../payments/holds/authorization.ts';
import { numberOfPerson, releasingLower } from '../../payments/holds/holds-of-person.ts';
import {
  assignmentsOf,
  assignmentsOfHold,
  backing,
  mayMove,
  ofNamedRow,
} from '../../payments/holds/move-authorization.ts';
import type { Authorized, Observed } from '../../payments/providers/observation.ts';
import { clockOffset } from '../../platform/db/seller-clock.ts';
import type { JobOrigin } from '../../platform/jobs/job-origin.ts';
import { decidesByRules } from '../rules.ts';
import { recordPlacedBids } from '../webhooks/record-events.ts';
import { amountsOf, bidRefusal } from './judge-bid.ts';

/** A bid that is to be made of an authorization. */
export interface BidToWrite {
  readonly authorization: Intent;
  /** The provider's answer that the money is held; `null`: our books have recorded the hold. */
  readonly hold: Extract<Observed, Authorized> | null;
  readonly origin: JobOrigin;
}

/**
 * The SQL by which a statement names its bids. Most bids come alone, and a list of one costs PostgreSQL a twentieth of a bid.
 *
 * PostgreSQL expects ten rows of a list, and reads a table in full for them that it has seen small. The list has a condition that is always true, of
 * which one row is expected, and an array of one id keeps it from a hash join.
 */
type Naming = typeof one;

const one = {
  /** The part of the `with` that lists the bids in the order in which they are placed, and what joins it. */
  list: '',
  fromList: '',
  authorizationId: '$1',
  /** The provider's answer, if that is not recorded yet. */
  heldUntil: '$2::timestamptz',
  reference: '$3',
  /** The id of the request, and its trace. */
  origin: '$5::uuid as request_id, $6::text as traceparent',
  bidId: 'uuidv7()',
  /** PostgreSQL's instant by which all bids of the statement are judged. */
  judgedAt: 'clock_timestamp()',
  /** The milliseconds by which a bid is placed after the first one. */
  later: '0',
  /** The number of bids, up to this one, of which a condition is true. */
  countOf: (condition: string) => `(${condition})::int`,
};

const several: Naming = {
  list: `asked as materialized (
        select listed.*, uuidv7() as new_bid_id, (select clock_timestamp()) as judged_at
        from unnest($1::uuid[], $2::timestamptz[], $3::text[]) with ordinality listed (id, held_until, reference, place)
        where nullif(place, 0) = place
      ), `,
  fromList: 'asked, ',
  authorizationId: 'any(array[asked.id])',
  heldUntil: 'asked.held_until',
  reference: 'asked.reference',
  origin: '($5::uuid[])[place] as request_id, ($6::text[])[place] as traceparent',
  bidId: 'asked.new_bid_id',
  judgedAt: 'asked.judged_at',
  later: 'place - 1',
  countOf: (condition) => `count(*) filter (where ${condition}) over (order by bid_id)`,
};

/** The values of the parameters: of one bid, or a list for each of several. */
function valuesOf(bids: readonly BidToWrite[], ...facts: readonly ((bid: BidToWrite) => unknown)[]): unknown[] {
  return facts.map((fact) => (bids.length === 1 ? fact(bids[0]!) : bids.map(fact)));
}

const answersTo = (bids: readonly BidToWrite[]) => [
  ...valuesOf(
    bids,
    ({ authorization }) => authorization.authorizationId,
    ({ hold }) => hold?.captureBefore ?? null,
    ({ hold }) => hold?.reference ?? null,
  ),
  bids[0]!.authorization.auctionId,
];

const originsOf = (bids: readonly BidToWrite[]) =>
  valuesOf(
    bids,
    ({ origin }) => origin.requestId,
    ({ origin }) => origin.traceparent,
  );

/** Builds SQL that is true for the auction and an authorization on it. PostgreSQL finds the one by `$4`, and the other by its own id. */
const isOnAuction = (row: string) =>
  `auctions.auction_id = $4 and ${ofNamedRow(`${row}.auction_id = auctions.auction_id`)}`;

/** Builds SQL that is true for an authorization `a` of which a bid can be made: its money is held, and its payment is the one that our books know. */
const isHeld = ({ heldUntil, reference }: Naming) =>
  `${ofNamedRow(`num_nulls(a.bid_id) = 1 and (a.state = 'authorized' or ${heldUntil} is not null and ${mayMove('authorize')})`)}
  and coalesce(a.provider_reference = ${reference}, true)`;

const assignmentsOfAnswer = ({ heldUntil, reference }: Naming) =>
  `${assignmentsOfHold(heldUntil)}, provider_reference = coalesce(a.provider_reference, ${reference})`;

/** Builds SQL that joins the seller's instant, over the row of the seller. */
const joinClock = ({ judgedAt }: Naming) => `lateral (select ${judgedAt} + ${clockOffset} as now) clock`;
const joinAmounts = `, lateral ${amountsOf('clock.now')} amounts`;

/**
 * Writes the bids of holds, and their events, and marks lower holds of the persons for release. It leaves out the bids that the auction does not
 * accept. A bid that is judged before its auction's end is placed before the end: the clock may have reached it since. The auction's row is locked: no
 * two bidders get the same number, and each bid is placed after the last one, even if the clock was set back. The lock proves the auction, so no
 * foreign key of `bids` checks it.
 *
 * @param bids on one auction, each of another bidder
 * @param isRuled true if the auction may have rules: then a bid is alone, as it may decide about the next one, or move the end. If false, nothing is
 *   written to an auction with rules: a change that was judged before the start may be committed after the bid has read the auction
 */
export function writeBids(bids: readonly BidToWrite[], isRuled: boolean): QueryConfig {
  const values = [...answersTo(bids), ...originsOf(bids)];
  if (isRuled) return { name: 'write-bid-by-rules', text: writingByRules, values };
  return bids.length === 1
    ? { name: 'write-bid', text: writingOne, values }
    : { name: 'write-bids', text: writingSeveral, values };
}

/** The millisecond after the last bid on the auction of an authorization `a`; null for the first one. */
const afterLastBid = `(select max(placed_at) + interval '1 millisecond' from bids where bids.auction_id = a.auction_id)`;

/**
 * @param latest SQL of the latest end of the auction
 * @param from SQL that joins what the judgement reads
 * @param isTaken SQL that is true if a bid is made of the authorization
 */
const writing = (bids: Naming, { latest, from, isTaken }: { latest: string; from: string; isTaken: string }) => `
      with ${bids.list}backed as (
        update authorizations a set
          ${backing(bids.bidId, `coalesce(${bids.heldUntil}, a.capture_before)`, latest)},
          ${assignmentsOfAnswer(bids)}
        from ${bids.fromList}auctions join sellers using (seller_id), ${joinClock(bids)}${from}
        where a.authorization_id = ${bids.authorizationId}
          and ${isOnAuction('a')}
          and ${isHeld(bids)}
          and ${isTaken}
        returning a.*, ${bids.origin}, least(
          greatest(date_trunc('milliseconds', clock.now), ${afterLastBid}) + (${bids.later}) * interval '1 millisecond',
          bidding_period_ends_at - interval '1 millisecond') as placed_at
      ), placed as (
        insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
        select bid_id, authorization_id, auction_id, seller_id, bidder_id, value_in_cents, placed_at, coalesce(number,
          (select coalesce(max(bidder_count), 0) from bid_counts where auction_id = bid.auction_id) + ${bids.countOf('number is null')})
        from (select backed.*, ${numberOfPerson('backed')} as number from backed) bid order by bid_id
        returning *
      ), reported as (
        select placed.*, submission_token, browser_id, request_id, traceparent from placed join backed using (authorization_id)
      ), ${recordPlacedBids('reported', bids.countOf('true'))},
      released as (${releasingLower('backed')}
      )
      select authorization_id as "authorizationId", bid_id as "bidId" from placed`;

const withoutRules = {
  latest: 'bidding_period_ends_at',
  from: '',
  isTaken: `not (${decidesByRules}) and ${bidRefusal('a', 'clock.now')} is null`,
};
const writingOne = writing(one, withoutRules);
const writingSeveral = writing(several, withoutRules);
const writingByRules = writing(one, {
  latest: latestEnd,
  from: joinAmounts,
  isTaken: `${bidRefusal('a', 'clock.now', 'amounts')} is null`,
});

/**
 * Marks holds for release whose bids the auction does not accept.
 *
 * @param isRuled true if the auction may have rules: then a bid is alone, and may be below the minimum step
 */
export function refuseBids(bids: readonly BidToWrite[], isRuled: boolean): QueryConfig {
  const values = answersTo(bids);
  if (isRuled) return { name: 'refuse-bid-by-rules', text: refusingByRules, values };
  return bids.length === 1
    ? { name: 'refuse-bid', text: refusingOne, values }
    : { name: 'refuse-bids', text: refusingSeveral, values };
}

const refusing = (bids: Naming, amounts: string | null) => `
      with ${bids.list}judged as materialized (
        select authorization_id as judged_id, ${bidRefusal('bid', 'clock.now', amounts)} as refusal, ${amounts === null ? 'null::int' : 'next_bid'} as next_bid
        from ${bids.fromList}authorizations bid, auctions join sellers using (seller_id),
          ${joinClock(bids)}${amounts === null ? '' : joinAmounts}
        where authorization_id = ${bids.authorizationId} and ${isOnAuction('bid')}
      )
      update authorizations a set failure_code = refusal,
        ${assignmentsOf('beginRelease')},
        ${assignmentsOfAnswer(bids)}
      from ${bids.fromList}judged
      where a.authorization_id = ${bids.authorizationId} and a.authorization_id = judged_id and refusal is not null and ${isHeld(bids)}
      returning a.authorization_id as "authorizationId", failure_code as code, next_bid as "nextBidInCents"`;

const refusingOne = refusing(one, null);
const refusingSeveral = refusing(several, null);
const refusingByRules = refusing(one, 'amounts');
