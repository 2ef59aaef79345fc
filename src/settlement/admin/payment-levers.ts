import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import { readReversals } from '../reversals/read-reversals.ts';
import { checkInput } from '../../core/check-input.ts';
import { learn } from '../../core/followed-ids.ts';
import { invalidValue, Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import { lockAuction } from '../../platform/db/lock-auction.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { type Authorization, authorizationColumns } from '../../payments/holds/authorization.ts';
import { claim } from '../../payments/holds/claim.ts';
import { isDisputedInExcess } from '../../payments/holds/captured-money.ts';
import { mayTurnOutCaptured } from '../../payments/holds/capture-conditions.ts';
import { findAuthorization, readAuthorization } from '../../payments/holds/find-authorization.ts';
import { markingCards } from '../../payments/holds/kept-card.ts';
import { moveAuthorization } from '../../payments/holds/move-authorization.ts';
import { givenUpByOperator } from '../../payments/holds/move-for.ts';
import { releaseAuthorization } from '../../payments/holds/release-authorization.ts';
import { recordCaptureRequest } from '../capture-attempts.ts';
import { readAgain } from '../follow-payment.ts';
import { askNext } from '../settle-auction.ts';
import { makeSteps } from '../settlement-steps.ts';
import { winCaptured } from '../complete-auctions.ts';
import { bidLeverInput, type LeverResult, paymentLeverInput } from './lever.ts';

/**
 * Locks the auction of a payment, as settlement does, acts on the payment, and records the action with its reason.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @param act throws `wrongState` if the payment is in no state for the action
 * @returns the payment before the action
 * @throws Refusal `invalid_request`
 */
async function actOnPayment(
  { db }: { readonly db: Database },
  viewer: Viewer,
  action: string,
  input: unknown,
  act: (tx: Connection, payment: Authorization) => Promise<unknown>,
): Promise<Authorization> {
  const { authorizationId, reason } = checkInput(paymentLeverInput, input);
  return await db.transaction(async (tx) => {
    const known = isUuid(authorizationId) ? await findAuthorization(tx, authorizationId) : null;
    if (known === null) throw invalidValue('/authorizationId', 'There is no such authorization.');
    await tx.query(lockAuction(known.auctionId));
    const payment = await readAuthorization(tx, known.authorizationId);
    learn(payment);
    await act(tx, payment);
    await recordAudit(tx, viewer, {
      action,
      subjectType: 'auction',
      subjectId: payment.auctionId,
      sellerId: payment.sellerId,
      before: { authorizationId: known.authorizationId, state: payment.state },
      after: { authorizationId: known.authorizationId, reason },
    });
    return payment;
  });
}

/** Reads the payment after the action. */
async function resultOf(
  { db }: { readonly db: Database },
  { auctionId, authorizationId, bidId }: Authorization,
): Promise<LeverResult> {
  const { state } = await readAuthorization(db, authorizationId);
  return { auctionId, authorizationId, bidId, state };
}

/** @param more goes on with the sentence */
function wrongState(
  { state }: Authorization,
  { pointer = '/authorizationId', more }: { pointer?: string; more?: string } = {},
): Refusal {
  return invalidValue(pointer, `The authorization is ${state}${more === undefined ? '' : `, ${more}`}.`);
}

/**
 * Reads a payment at its provider again now, and records what has become of it. A worker retries a capture or a release
 * within a second.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`
 */
export async function readPayment(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'readPayment', input, (tx, { authorizationId }) =>
    tx.query(
      `update authorizations set next_attempt_at = clock_timestamp()
       where authorization_id = $1 and state in ('intended', 'capturing', 'releasing')`,
      [authorizationId],
    ),
  );
  if (payment.providerReference !== null) {
    await readReversals(deps, payment.authorizationId);
    await readAgain(deps, payment);
  }
  return await resultOf(deps, payment);
}

/**
 * Releases a hold now: the release is requested at once instead of at its next attempt. A hold that backs a bid of an open
 * auction stays: the operator voids the bid, or ends the auction, instead.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`, also if the payment backs a bid, is being captured, or is closed
 */
export async function releaseHold(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'releaseHold', input, async (tx, held) => {
    if (held.state === 'releasing') return;
    const why = { failureCode: 'released_by_operator' } as const;
    if ((await moveAuthorization(tx, held.authorizationId, 'beginRelease', why)) === null) throw wrongState(held);
  });
  deps.live.announce(payment.auctionId);
  await releaseAuthorization(deps, payment.authorizationId);
  return await resultOf(deps, payment);
}

/**
 * Treats a capture whose outcome cannot be found out as refused. The hold is cancelled at the provider before the next bid
 * is asked. If the provider says that the hold was captured after all, its bid wins.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`, also if no capture is under way
 */
export async function refuseCapture(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'refuseCapture', input, async (_, capturing) => {
    if (capturing.state !== 'capturing') throw wrongState(capturing);
  });
  const { authorizationId } = payment;
  const claimed = await claim(deps.db, authorizationId, ['capturing']);
  if (claimed === null || !(await recordCaptureRequest(deps.db, claimed))) return await resultOf(deps, payment);
  const observation = { outcome: 'unknown', reason: 'an operator has given it up' } as const;
  const applied = await makeSteps(deps).applyCapture({ claimed, observation, verdict: givenUpByOperator });
  if (applied === 'refused') await askNext(deps, payment);
  return await resultOf(deps, payment);
}

/**
 * Lets a bid win whose payment somebody has captured at the provider, although another bid is higher. Settlement waits until then, or
 * until the payment is refunded there.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`, also if the payment is in another state, backs no bid, or the auction has not ended;
 *   `auction_completed`; `auction_settling` while another payment of the auction may be captured
 */
export async function acceptCapture(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'acceptCapture', input, async (tx, captured) => {
    const { authorizationId, state, closedAt, bidId } = captured;
    if (state !== 'captured_outside' || closedAt !== null || bidId === null) throw wrongState(captured);
    await refuseUnlessDue(tx, captured);
    if (!(await winCaptured(tx, authorizationId))) throw wrongState(captured);
  });
  deps.live.announce(payment.auctionId);
  return await resultOf(deps, payment);
}

async function refuseUnlessDue(tx: Connection, captured: Authorization): Promise<void> {
  const { rows } = await tx.query<{ isCompleted: boolean; hasEnded: boolean; isSettling: boolean }>(
    `select status = 'completed' as "isCompleted", bidding_period_ends_at <= ${nowOfSeller('auctions.seller_id')} as "hasEnded",
       exists (select from authorizations a where a.auction_id = auctions.auction_id and ${mayTurnOutCaptured('a')}) as "isSettling"
     from auctions where auction_id = $1`,
    [captured.auctionId],
  );
  const { isCompleted, hasEnded, isSettling } = rows[0]!;
  if (isCompleted) throw new Refusal('auction_completed');
  if (!hasEnded) throw wrongState(captured, { more: 'and its auction has not ended' });
  if (isSettling)
    throw new Refusal('auction_settling', {
      detail: 'Another payment of the auction may be captured: wait for its release, or use refuseCapture first.',
    });
}

/**
 * Closes captured money that an operator has dealt with, so that it needs attention no longer: a payment that somebody captured at the
 * provider, and that did not win; one that was captured in part; or one whose disputes take more than was captured. Its auction is completed: an open one waits for a refund, or for
 * `acceptCapture`.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`, also if there is nothing to close, or the auction is open
 */
export async function closeCapture(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'closeCapture', input, async (tx, captured) => {
    const { rowCount } = await tx.query(
      `with closed as (
         update authorizations a set failure_code = 'closed_by_operator', closed_at = coalesce(closed_at, clock_timestamp())
         where authorization_id = $1 and failure_code is distinct from 'closed_by_operator'
           and (state = 'captured_outside' and closed_at is null or state = 'captured' and captured_in_cents < value_in_cents
             or ${isDisputedInExcess('a')})
           and exists (select from auctions where auctions.auction_id = a.auction_id and status = 'completed')
         returning authorization_id as "authorizationId"
       ), marked as (${markingCards('closed')})
       select from closed`,
      [captured.authorizationId],
    );
    if (rowCount !== 1) throw wrongState(captured, { more: 'and cannot be closed now' });
  });
  return await resultOf(deps, payment);
}

/**
 * Voids one bid, for a slip of the keyboard or a stolen card: its hold is released, and a renewal of it that is under way. The bid stays listed, and
 * cannot lead or win any more. A bid that was voided before stays as it is.
 *
 * @param input `bidId`, `reason`, `confirm`
 * @throws Refusal `bid_not_found`; `auction_completed`; `auction_settling` while the bid is being captured; `invalid_request`, also if its hold has
 *   ended for another reason
 */
export async function voidBid(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const { bidId, reason } = checkInput(bidLeverInput, input);
  if (!isUuid(bidId)) throw new Refusal('bid_not_found');
  const hold = await deps.db.transaction(async (tx) => {
    const { rows: bids } = await tx.query<{ auctionId: string }>(
      'select auction_id as "auctionId" from bids where bid_id = $1',
      [bidId],
    );
    if (bids[0] === undefined) throw new Refusal('bid_not_found');
    const { auctionId } = bids[0];
    await tx.query(lockAuction(auctionId));
    const held = await readHold(tx, auctionId, bidId);
    learn(held);
    if (held.failureCode === 'voided') return held;
    if (held.isCompleted) throw new Refusal('auction_completed');
    if (held.state === 'capturing' || held.state === 'captured') throw new Refusal('auction_settling');
    const { authorizationId, sellerId, state } = held;
    if ((await moveAuthorization(tx, authorizationId, 'voidBid', { failureCode: 'voided' })) === null)
      throw wrongState(held, { pointer: '/bidId' });
    await releaseRenewal(tx, authorizationId);
    const subject = { subjectType: 'auction', subjectId: auctionId, sellerId } as const;
    const before = { bidId, authorizationId, state };
    await recordAudit(tx, viewer, { action: 'voidBid', ...subject, before, after: { bidId, authorizationId, reason } });
    return held;
  });
  deps.live.announce(hold.auctionId);
  await releaseAuthorization(deps, hold.authorizationId);
  return await resultOf(deps, hold);
}

/** The hold that backs a bid now, after any renewals. */
async function readHold(tx: Connection, auctionId: string, bidId: string) {
  const { rows } = await tx.query<Authorization & { readonly isCompleted: boolean }>(
    `select ${authorizationColumns},
       exists (select from auctions where auctions.auction_id = $1 and status = 'completed') as "isCompleted"
     from authorizations where auction_id = $1 and bid_id = $2 order by created_at desc, authorization_id desc limit 1`,
    [auctionId, bidId],
  );
  if (rows[0] === undefined) throw new Error(`Bid ${bidId} has no hold.`);
  return rows[0];
}

async function releaseRenewal(tx: Connection, renewedId: string): Promise<void> {
  const { rows } = await tx.query<{ renewalId: string }>(
    `select authorization_id as "renewalId" from authorizations
     where replaces_authorization_id = $1 and state in ('intended', 'challenged', 'authorized') and bid_id is null`,
    [renewedId],
  );
  for (const { renewalId } of rows) await moveAuthorization(tx, renewalId, 'beginRelease', { failureCode: 'voided' });
}
