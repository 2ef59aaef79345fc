import type { BidDeps } from '../bids/bid-deps.ts';
import type { Viewer } from '../core/viewer.ts';
import { claim } from '../payments/claim.ts';
import { recordCaptureRequest } from '../settlement/capture-attempts.ts';
import { releaseRefusedHold } from '../settlement/release-refused-hold.ts';
import { settleAuction } from '../settlement/settle-auction.ts';
import { makeSteps } from '../settlement/settlement-steps.ts';
import { actOnPayment, resultOf, wrongState } from './act-on-payment.ts';
import type { LeverResult } from './lever-result.ts';

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
  const { authorizationId, auctionId } = payment;
  const claimed = await claim(deps.db, authorizationId, ['capturing']);
  if (claimed === null || !(await recordCaptureRequest(deps.db, claimed))) return await resultOf(deps, payment);
  const refused = { outcome: 'refused', code: 'capture_given_up' } as const;
  const concluded = await makeSteps(deps).conclude({ claimed, answer: refused });
  if (concluded === 'refused' && (await releaseRefusedHold(deps, authorizationId)) === 'released') {
    await settleAuction(deps, auctionId);
  }
  return await resultOf(deps, payment);
}
