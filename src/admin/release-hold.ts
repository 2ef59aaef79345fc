import type { BidDeps } from '../bids/bid-deps.ts';
import type { Viewer } from '../core/viewer.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { releaseAuthorization } from '../payments/release-authorization.ts';
import { actOnPayment, resultOf, wrongState } from './act-on-payment.ts';
import type { LeverResult } from './lever-result.ts';

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
    if (
      (await moveAuthorization(tx, held.authorizationId, 'beginRelease', { failureCode: 'released_by_operator' })) ===
      null
    )
      throw wrongState(held);
  });
  deps.live.announce(payment.auctionId);
  await releaseAuthorization(deps, payment.authorizationId);
  return await resultOf(deps, payment);
}
