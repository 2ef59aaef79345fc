import type { BidDeps } from '../bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import type { Claimed } from '../payments/claim.ts';
import { faultOf } from '../payments/failure-code.ts';
import { refreshPaymentAccount } from '../payments/refresh-payment-account.ts';
import { readCapture, requestCapture } from '../payments/request-capture.ts';
import { recordCaptureRequest } from './capture-attempts.ts';
import type { AnsweredCapture } from './conclude-captures.ts';
import { releaseRefusedHold } from './release-refused-hold.ts';
import { isRequestStopped } from './settlement-holds.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';
import { waitOutRefusal } from './wait-out-refusal.ts';

/** `waits`: a capture is under way, or its outcome is not known; no other hold is captured until it is. */
export type Settlement = 'settled' | 'waits' | 'nothing_due';

/**
 * Decides the winner of an auction that has ended: captures the hold of the highest bid, and falls back to the next highest
 * after a definite no and a confirmed cancellation of the refused hold. Every step is recorded before it is done, so that
 * another worker can resume the settlement after a crash. The provider is called outside of any transaction.
 *
 * @param steps records the steps together with those of other auctions; by default alone
 */
export async function settleAuction(deps: BidDeps, auctionId: string, steps = makeSteps(deps)): Promise<Settlement> {
  const step = await steps.decide(auctionId);
  if (step.kind === 'settled') deps.live.announce(auctionId);
  if (step.kind !== 'capture') return step.kind;
  crashPoint('settle: capture recorded');
  return await capture(deps, step.claimed, steps);
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
  if (found?.outcome === 'unknown' || !(await recordCaptureRequest(deps.db, claimed))) return 'waits';
  crashPoint('settle: capture recorded again');
  return await (found === null ? capture(deps, claimed, steps) : conclude(deps, { claimed, answer: found }, steps));
}

async function capture(deps: BidDeps, claimed: Claimed, steps: SettlementSteps): Promise<Settlement> {
  const answer = await waitOutRefusal(deps.db, claimed, await requestCapture(deps, claimed));
  const concluded = await conclude(deps, { claimed, answer }, steps);
  if (answer.outcome !== 'unknown') await followAccount(deps, claimed, answer);
  return concluded;
}

async function conclude(deps: BidDeps, answered: AnsweredCapture, steps: SettlementSteps): Promise<Settlement> {
  const { authorizationId, auctionId } = answered.claimed;
  crashPoint('settle: provider answered');
  const concluded = await steps.conclude(answered);
  crashPoint('settle: conclusion recorded');
  if (concluded === 'settled') deps.live.announce(auctionId);
  if (concluded !== 'refused') return concluded;
  const released = await releaseRefusedHold(deps, authorizationId);
  return released === 'released' ? await settleAuction(deps, auctionId, steps) : released;
}

/** Notices that the account which is paid is restricted, or takes money again: the provider's event may be late, or not come. */
async function followAccount(deps: BidDeps, claimed: Claimed, answer: AnsweredCapture['answer']): Promise<void> {
  const { authorizationId, auctionId, sellerId, paymentAccount, failureCode: before } = claimed;
  const code = answer.outcome === 'account_refused' ? answer.code : null;
  if (code !== null) {
    deps.log.error(
      { authorizationId, auctionId, sellerId, paymentAccount, reason: code },
      'The provider refuses to capture for this account, or with this key: settlement waits until it is in order.',
    );
  }
  const isSellers = [code, before].some((refused) => faultOf(refused) === 'seller');
  if (code !== before && isSellers && paymentAccount !== null) await refreshPaymentAccount(deps, sellerId);
}
