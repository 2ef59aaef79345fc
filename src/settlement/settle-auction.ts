import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import { about } from '../core/followed-ids.ts';
import { lockAuction } from '../platform/db/lock-auction.ts';
import { recordCaptureOutside, reportSurprise } from '../payments/holds/capture-outside.ts';
import { claim, type Claimed } from '../payments/holds/claim.ts';
import { releaseClaimed } from '../payments/holds/release-authorization.ts';
import { winCaptured } from './complete-auctions.ts';
import { faultOf } from '../payments/providers/failure-code.ts';
import { moveFor, type Verdict } from '../payments/holds/move-for.ts';
import type { Observation } from '../payments/providers/observation.ts';
import { refreshPaymentAccount } from '../payments/providers/payment-account.ts';
import { readCapture, requestCapture } from '../payments/holds/request-capture.ts';
import { isRequestStopped } from './blocks.ts';
import { findLostRequests, mayStillCapture, recordCaptureRequest, recordNotExecuted } from './capture-attempts.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';

/**
 * `waits`: a capture is under way, or its outcome is not known; no other hold is captured until it is. `waits_for_payments`: it waits, and
 * somebody has captured a payment of the auction at the provider.
 */
export type Settlement = 'settled' | 'waits' | 'waits_for_payments' | 'nothing_due';

/**
 * Decides the winner of an auction that has ended: captures the hold of the highest bid, and falls back to the next highest
 * after a definite no and a confirmed cancellation of the refused hold. Every step is recorded before it is done, so that
 * another worker can resume the settlement after a crash. The provider is called outside of any transaction.
 *
 * @param steps records the steps together with those of other auctions; by default alone
 */
export async function settleAuction(deps: BidDeps, auctionId: string, steps = makeSteps(deps)): Promise<Settlement> {
  const step = await steps.recordNext(auctionId);
  if (step.kind === 'settled') deps.live.announce(auctionId);
  if (step.kind !== 'capture') return step.kind;
  crashPoint('settle: capture recorded');
  const { claimed } = step;
  return await about(claimed, async () => applyAndGoOn(deps, claimed, await requestCapture(deps, claimed), steps));
}

/**
 * Resumes a settlement whose capture has no known outcome. While the captures of the seller are stopped, or somebody has captured
 * another bidder's payment at the provider, the payment is only read: a request from before may have executed.
 *
 * @param claimed the `capturing` authorization, which the caller has just claimed
 * @param options.asksForNothing the payment is only read
 */
export async function resumeSettlement(
  deps: BidDeps,
  claimed: Claimed,
  { steps = makeSteps(deps), asksForNothing = false }: { steps?: SettlementSteps; asksForNothing?: boolean } = {},
): Promise<Settlement> {
  const found = asksForNothing || (await isRequestStopped(deps.db, claimed)) ? await readCapture(deps, claimed) : null;
  if (found !== null && moveFor(claimed, found).move === null) {
    await giveUpLostRequests(deps, claimed);
    return 'waits';
  }
  if (!(await recordCaptureRequest(deps.db, claimed))) return 'waits';
  crashPoint('settle: capture recorded again');
  return await applyAndGoOn(deps, claimed, found ?? (await requestCapture(deps, claimed)), steps);
}

/** Records what is known of a capture, and goes on: with the next bid, once the refused hold is seen cancelled. */
async function applyAndGoOn(
  deps: BidDeps,
  claimed: Claimed,
  observation: Observation,
  steps: SettlementSteps,
): Promise<Settlement> {
  const verdict = moveFor(
    { ...claimed, mayStillCapture: await mayStillCapture(deps.db, claimed, observation) },
    observation,
  );
  crashPoint('settle: provider answered');
  const applied = await steps.applyCapture({ claimed, observation, verdict });
  crashPoint('settle: capture applied');
  if (applied === 'settled') deps.live.announce(claimed.auctionId);
  const goneOn = applied === 'refused' ? await askNext(deps, claimed, steps) : applied;
  if (verdict.next !== 'again') await followAccount(deps, claimed, verdict);
  if (verdict.next === 'account') await giveUpLostRequests(deps, claimed);
  return goneOn;
}

/**
 * Closes the requests to capture that have lost their answer, once none of them can execute any more and the payment is still held. While
 * settlement waits for an account, the seller could otherwise never cancel.
 */
async function giveUpLostRequests(deps: BidDeps, claimed: Claimed): Promise<void> {
  const lost = await findLostRequests(deps.db, claimed);
  if (lost.length === 0) return;
  const { outcome } = await readCapture(deps, claimed);
  if (outcome === 'authorized') await recordNotExecuted(deps.db, claimed, lost);
}

/**
 * Cancels the hold whose capture was refused, and then asks the next bid: a capture request that we gave up on could still execute
 * later.
 */
export async function askNext(
  deps: BidDeps,
  { authorizationId, auctionId }: Pick<Claimed, 'authorizationId' | 'auctionId'>,
  steps = makeSteps(deps),
): Promise<Settlement> {
  const claimed = await claim(deps.db, authorizationId, ['releasing']);
  // `null`: another process has released the hold, or is about to.
  if (claimed !== null) {
    const observation = await about(claimed, () => releaseClaimed(deps, claimed));
    if (observation.outcome === 'captured') return await adoptCapture(deps, claimed, observation.capturedInCents);
    if (moveFor(claimed, observation).move === null) return 'waits';
  }
  return await settleAuction(deps, auctionId, steps);
}

/**
 * Treats a payment that was to be released and was found captured. If settlement has requested the capture, an earlier request
 * has executed, and its bid wins. Otherwise, and once the auction is completed, somebody has captured it at the provider.
 *
 * @param claimed a `releasing` authorization that was found captured
 * @returns `waits` if the bid does not win now
 */
export async function adoptCapture(
  deps: BidDeps,
  claimed: Claimed,
  capturedInCents: number,
): Promise<'settled' | 'waits'> {
  const { authorizationId, attempt, auctionId } = claimed;
  const { isWon, outside } = await deps.db.transaction(async (tx) => {
    await tx.query(lockAuction(auctionId));
    const { rows } = await tx.query<{ isRequested: boolean }>(
      `select status <> 'completed' and exists (select from capture_attempts where authorization_id = $2) as "isRequested"
       from auctions where auction_id = $1`,
      [auctionId, authorizationId],
    );
    const known = { ...claimed, isRequested: rows[0]?.isRequested === true };
    const { move } = moveFor(known, { outcome: 'captured', capturedInCents });
    if (move !== 'adoptCapture')
      return { isWon: false, outside: await recordCaptureOutside(tx, claimed, capturedInCents) };
    const isWon = await winCaptured(tx, authorizationId, { attempt, capturedInCents });
    crashPoint('settle: late capture adopted');
    return { isWon, outside: null };
  });
  if (outside !== null) reportSurprise(deps, outside, 'captured');
  if (isWon) {
    deps.log.warn({ authorizationId }, 'A refused capture was executed after all: its bid wins.');
  }
  deps.live.announce(auctionId);
  return isWon ? 'settled' : 'waits';
}

/** Notices that the account which is paid is restricted, or takes money again: the provider's event may be late, or not come. */
async function followAccount(deps: BidDeps, claimed: Claimed, { next, failureCode }: Verdict): Promise<void> {
  const { authorizationId, auctionId, sellerId, paymentAccount, failureCode: before } = claimed;
  const code = next === 'account' ? failureCode : null;
  if (code !== null) {
    deps.log.error(
      { authorizationId, auctionId, sellerId, paymentAccount, reason: code },
      'The provider refuses to capture for this account, or with this key: settlement waits until it is in order.',
    );
  }
  const isSellers = [code, before].some((refused) => faultOf(refused) === 'seller');
  if (code !== before && isSellers && paymentAccount !== null) await refreshPaymentAccount(deps, sellerId);
}
