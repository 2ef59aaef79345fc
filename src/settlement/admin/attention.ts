import { isBehind, orderOf } from '#one-statement/keyset.ts';
import { makeParameters } from '#one-statement/parameters.ts';
import { latestEnd } from '../../core/soft-close.ts';
import { ascending, cursorPageInput, keysetOf, type ListPage, readListPage } from '../../core/cursor-page.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { AuthorizationState, PaymentProvider } from '../../platform/db/generated/client.ts';
import { clockOffset } from '../../platform/db/seller-clock.ts';
import { isDisputedInExcess } from '../../payments/holds/captured-money.ts';
import { mayTurnOutCaptured, isCapturedOutside } from '../../payments/holds/capture-conditions.ts';
import { codesAboutAccount, type FailureCode, faultOf, isAboutAccount } from '../../payments/providers/failure-code.ts';
import { areCapturesStopped } from '../blocks.ts';
import { topAuthorization } from '../../auctions/bids/rank.ts';

/** One fault in the settlement of an auction. */
export interface Attention {
  kind: AttentionKind;
  /** The instant since which the fault exists: the auction's end, its completion, the stop of captures, or when the money was held or captured. */
  since: Date;
  auctionId: string;
  auctionTitle: string;
  sellerId: string;
  sellerName: string;
  /** How many payments have the fault: more than one only of `bids_refused`, which shows the oldest. */
  count: number;
  /** The authorization with the fault; `null`: the settlement waits for none in particular. */
  authorizationId: string | null;
  /** The hold of the settlement; `null`: this is no such fault. */
  holdId: string | null;
  bidId: string | null;
  valueInCents: number | null;
  capturedInCents: number | null;
  state: AuthorizationState | null;
  provider: PaymentProvider | null;
  providerReference: string | null;
  captureBefore: Date | null;
  nextAttemptAt: Date | null;
  failureCode: FailureCode | null;
  /** The fault that came instead of the last answer, in words. */
  lastReason: string | null;
}

/** A settlement takes seconds, unless a payment provider is down. */
const settledWithin = `interval '5 minutes'`;

/** The log and the metrics report it after the same hour. */
const releasedWithin = `interval '1 hour'`;

/** Attempts come every minute in the end: after so many, the outcome has been unknown for 15 minutes. */
const maxAttempts = 20;

const sellerNow = `statement_timestamp() + ${clockOffset}`;

const isUnsettled = `status <> 'completed'`;

const waitsForAccount = (row: string) => `${row}.state = 'capturing' and ${row}.failure_code in (${codesAboutAccount})`;

/** Auctions that wait as an operator has stopped captures, or as the provider refuses an account, are listed for that. */
const isOpen = `${isUnsettled} and not ${areCapturesStopped('auctions')} and not exists (
    select from authorizations w where w.auction_id = auctions.auction_id and ${waitsForAccount('w')} offset 0)
  and bidding_period_ends_at`;

/** The provider gave no answer to the request for a hold, and the bidder was refused: the payment is looked for, and cancelled. */
const isRefusedBid = `held.failure_code = 'provider_unavailable' and held.authorized_at is null and held.state = 'releasing'
  and held.replaces_authorization_id is null`;

/** A hold whose latest renewal was refused for an account. */
const isRenewalRefused = `exists (
  select from authorizations renewal where renewal.replaces_authorization_id = held.authorization_id
    and renewal.failure_code in (${codesAboutAccount}))`;

/** The part of the open settlements that a page may show. */
interface OldestSettlements {
  readonly bound: string;
  readonly way: 'asc' | 'desc';
  readonly limit: string;
}

// Each row is looked up by itself: `offset 0` keeps PostgreSQL from planning a join, which might read the whole
// table.
const openSettlements = ({ bound, way, limit }: OldestSettlements) => `
  (select auction_id, bidding_period_ends_at as since from auctions
   where ${isOpen} < statement_timestamp() - ${settledWithin} and ${bound}
   order by bidding_period_ends_at ${way}, auction_id ${way} limit ${limit})
  union
  select ahead.auction_id, ahead.bidding_period_ends_at from sellers, lateral (
    select auction_id, bidding_period_ends_at from auctions
    where auctions.seller_id = sellers.seller_id and ${isOpen} < ${sellerNow} - ${settledWithin} offset 0
  ) ahead
  where clock_offset_ms > 0`;

const openMoney = `
  authorizations held, lateral (select * from auctions where auctions.auction_id = held.auction_id offset 0) a
  join sellers on sellers.seller_id = a.seller_id
  where held.closed_at is null`;

const found = (oldest: OldestSettlements) => `
  select 'settlement_open' as kind, open.since, open.auction_id, held.authorization_id, 1 as count, null::uuid as hold_id
  from (${openSettlements(oldest)}) open left join lateral (
    select authorization_id from authorizations
    where authorizations.auction_id = open.auction_id and ${mayTurnOutCaptured('authorizations')}
    order by state = 'capturing' desc, created_at limit 1
  ) held on true
  union all
  select 'not_released', a.completed_at, a.auction_id, held.authorization_id, 1, null
  from ${openMoney} and not (${isRefusedBid}) and held.state <> 'captured_outside' and a.completed_at < ${sellerNow} - ${releasedWithin}
  union all
  select 'hold_will_lapse', coalesce(held.authorized_at, held.created_at), a.auction_id, held.authorization_id, 1, null
  from ${openMoney} and held.state = 'authorized' and held.bid_id is not null and a.status <> 'completed'
    and held.capture_before < ${latestEnd}
    and (held.next_attempt_at is null or held.capture_before < ${sellerNow} + interval '1 hour' or ${isRenewalRefused})
  union all
  select 'outcome_unknown', held.created_at, a.auction_id, held.authorization_id, 1, null
  from ${openMoney} and not (${isRefusedBid}) and held.state in ('intended', 'releasing') and held.tries_in_state > ${maxAttempts}
    and (a.completed_at is null or a.completed_at >= ${sellerNow} - ${releasedWithin})
  union all
  select * from (
    select 'bids_refused', held.created_at, held.auction_id, held.authorization_id, count(*) over ()::int, null::uuid
    from authorizations held where held.closed_at is null and ${isRefusedBid} and held.tries_in_state > ${maxAttempts}
    order by held.created_at, held.authorization_id limit 1
  ) refused
  union all
  select 'waits_for_account', (
    select min(requested_at) from capture_attempts c where c.authorization_id = held.authorization_id
  ), a.auction_id, held.authorization_id, 1, null
  from ${openMoney} and ${waitsForAccount('held')} and not ${areCapturesStopped('a')}
  union all
  select 'settlement_held', h.since, h.auction_id, h.authorization_id, 1, h.hold_id
  from settlement_holds h where h.cleared_at is null and h.auction_id is not null
  union all
  select 'captured_outside', captured_at, auction_id, authorization_id, 1, null
  from authorizations c where ${isCapturedOutside('c')}
  union all
  select 'captured_in_part', captured_at, auction_id, authorization_id, 1, null
  from authorizations where captured_in_cents < value_in_cents and state = 'captured' and failure_code is null
  union all
  select 'disputed_in_excess', captured_at, auction_id, authorization_id, 1, null
  from authorizations a where authorization_id in (select authorization_id from reversals where kind = 'dispute')
    and ${isDisputedInExcess('a')} and failure_code is distinct from 'closed_by_operator'
  union all
  select 'captures_stopped', ended.since, ended.auction_id, coalesce((
    select authorization_id from authorizations
    where authorizations.auction_id = ended.auction_id and state = 'capturing' limit 1
  ), ${topAuthorization('ended.auction_id', sellerNow)}), 1, null
  from sellers, lateral (
    select auction_id, greatest(bidding_period_ends_at, captures_stopped_at + ${clockOffset}) as since from auctions
    where auctions.seller_id = sellers.seller_id and status = 'ongoing' and bidding_period_ends_at <= ${sellerNow}
      and ${areCapturesStopped('auctions')} offset 0
  ) ended
  where captures_stopped_at is not null`;

const oldestFirst = ascending('attention', { since: 'timestamptz', auction_id: 'uuid', kind: 'text', place: 'uuid' });

/**
 * Finds settlements that need attention, the oldest fault first: open longer than expected, waiting for an account, money not
 * released, holds that will lapse before the end of their auction, money that was captured at the provider or in part. The refused
 * bids of an outage are one row.
 *
 * @param raw `first` and `after`, or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findAttention({ db }: { db: Connection }, raw: unknown): Promise<ListPage<Attention>> {
  return await readListPage(cursorPageInput, oldestFirst, raw, async (page) => {
    const parameter = makeParameters();
    const keyset = keysetOf(page, parameter);
    const [since, auctionId] = keyset.from ?? [];
    const bound =
      since === undefined
        ? 'true'
        : `(bidding_period_ends_at, auction_id) ${page.backwards ? '<=' : '>='} (${since}::timestamptz, ${auctionId}::uuid)`;
    const limit = parameter(page.limit);
    // The row that the page begins after may be among them.
    const oldest = { bound, way: page.backwards ? 'desc' : 'asc', limit: `${limit}::bigint + 1` } as const;
    const order = orderOf(keyset);
    return await db.query<Attention>(
      `select found.kind, found.since, found.place, found.count, a.auction_id as "auctionId", a.title as "auctionTitle",
         a.seller_id as "sellerId", sellers.name as "sellerName", held.authorization_id as "authorizationId",
         found.hold_id as "holdId", held.bid_id as "bidId", held.value_in_cents as "valueInCents",
         held.captured_in_cents as "capturedInCents", held.state, held.provider, held.provider_reference as "providerReference",
         held.capture_before as "captureBefore", held.next_attempt_at as "nextAttemptAt",
         coalesce(held.failure_code, case when said.result = 'refused' then said.reason end, case when said.reason is null then (
           select failure_code from authorizations renewal
           where renewal.replaces_authorization_id = held.authorization_id and failure_code is not null
           order by created_at desc limit 1
         ) end) as "failureCode",
         case when said.result = 'unknown' then said.reason end as "lastReason"
       from (
         select *, row_number() over (order by ${order}) as row from (
           select *, coalesce(authorization_id, hold_id, auction_id) as place from (${found(oldest)}) found
         ) found
         where ${isBehind(keyset)} order by ${order} limit ${limit}
       ) found
       cross join lateral (select * from auctions where auctions.auction_id = found.auction_id offset 0) a
       join sellers on sellers.seller_id = a.seller_id
       left join authorizations held on held.authorization_id = found.authorization_id
       left join lateral (
         select result, reason from capture_attempts c where c.authorization_id = held.authorization_id order by attempt desc limit 1
       ) said on true
       order by found.row`,
      parameter.values,
    );
  });
}

/** Why a settlement needs attention, for an operator. */
const explanations = {
  settlement_open: ({ state }) =>
    state === null
      ? 'The auction ended more than 5 minutes ago and is not settled: see whether a worker runs, and whether settlement is held (settlementHolds).'
      : state === 'releasing'
        ? 'The provider has not confirmed the release of a hold, which somebody may have captured there; nobody is asked until it has. See whether the payment provider answers, and look up the payment there. readPayment asks again now.'
        : 'A capture was requested and its outcome is not clear; nobody else is asked until it is. See whether the payment provider answers. readPayment asks again now; refuseCapture cancels the hold and asks the next bidder.',
  not_released: ({ nextAttemptAt }) =>
    nextAttemptAt === null
      ? 'The auction was completed more than an hour ago, the money is still held, and nothing will be tried: look at the payment at the provider.'
      : 'The auction was completed more than an hour ago and the money is still held; releasing it is being tried again.',
  outcome_unknown: () =>
    'The payment provider has given no clear answer for more than 15 minutes. See whether it answers, and look up the payment there. readPayment asks again now; releaseHold releases now.',
  settlement_held: () =>
    'The provider has captured a payment of this auction, or may still do, and the books do not show it: nobody is charged meanwhile. Look at the payment there (settlementHolds names it). Refund it if it should not have been captured, then use clearSettlementHold, or end the auction with endAuction.',
  captured_outside: () =>
    'Somebody has captured this payment at the provider. If its bid is the highest when the auction ends, it wins; otherwise nobody else is asked to pay, and the auction cannot be cancelled. Refund the payment there, or let its bid win with acceptCapture. If the auction is completed, refund it, or close it with closeCapture.',
  captured_in_part: () =>
    'Less was captured than the bid; the rest of the hold was released. Settle the difference with the bidder, then close it with closeCapture.',
  disputed_in_excess: () =>
    'The bank of the card has taken more in disputes than was captured, as with an exchange rate that moved, or a second dispute. The books show what the provider says. Look at the disputes there, then close it with closeCapture.',
  captures_stopped: whyStopped,
  waits_for_account: whyAccount,
  bids_refused: ({ count }) =>
    `The payment provider gave no answer to ${count} bids, which were refused; their payments are looked for, and cancelled if there are any. This ends by itself, up to two hours after the provider answers again. Shown is the oldest.`,
  hold_will_lapse({ nextAttemptAt, failureCode }) {
    if (nextAttemptAt !== null && isAboutAccount(failureCode)) {
      const [cause, remedy] = [forWhom(failureCode), remedyOf(failureCode)];
      return `The hold lapses before the auction ends, and the provider refuses to renew it ${cause}. It is tried again by itself. ${remedy}`;
    }
    return nextAttemptAt === null
      ? 'The hold lapses before the auction ends and is not renewed: the bank refused, or the bid is ranked too low. Settlement falls back to the next bid.'
      : 'The hold lapses within the hour and before the auction ends; its renewal is being tried.';
  },
} satisfies Record<string, (attention: Attention) => string>;

export type AttentionKind = keyof typeof explanations;

export function whyAttention(attention: Attention): string {
  return explanations[attention.kind](attention);
}

function whyStopped({ state, captureBefore }: Attention): string {
  const isStopped =
    'The captures of this seller are stopped (suspendSeller), and the auction has ended: nobody is charged.';
  const whatToDo = 'resumeSeller lets captures go on; endAuction ends the auction without one.';
  if (state === null) return `${isStopped} No hold is left that could be captured. ${whatToDo}`;
  if (state === 'capturing') {
    return `${isStopped} A capture was requested before, and its outcome is not clear: the payment is read again, and not requested. resumeSeller lets captures go on; refuseCapture cancels the hold.`;
  }
  const until = captureBefore === null ? '' : ` on ${captureBefore.toISOString()}`;
  return `${isStopped} The highest hold lapses${until} and cannot be captured afterwards; the bid after it then comes first. ${whatToDo}`;
}

function whyAccount({ failureCode, captureBefore, nextAttemptAt }: Attention): string {
  const until =
    captureBefore === null ? '' : `, and lapses on ${captureBefore.toISOString()}: then the next bid is asked`;
  const next =
    nextAttemptAt === null ? '' : ` The next request is at ${nextAttemptAt.toISOString()}; readPayment asks now.`;
  const [cause, remedy] = [forWhom(failureCode), remedyOf(failureCode)];
  return `The provider refuses the capture ${cause}. Nobody else is asked: the hold stays${until}. ${remedy}${next}`;
}

function forWhom(code: FailureCode | null): string {
  return faultOf(code) === 'operator'
    ? "as it does not accept the service's key, does not know the payment by this key, or the operator's account may not charge"
    : 'as the account that is paid takes no money';
}

function remedyOf(code: FailureCode | null): string {
  return faultOf(code) === 'operator'
    ? 'Put the key or the account in order (`npm run cli -- doctor` names the fault). If the payment is lost, refuseCapture asks the next bid.'
    : "Let the seller put the account in order at the provider (paymentAccount shows what is missing); where sales are paid into the operator's own account, it is that one.";
}
