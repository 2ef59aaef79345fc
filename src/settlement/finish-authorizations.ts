import type { BidDeps } from '../bids/bid-deps.ts';
import { completeBid } from '../bids/complete-bid.ts';
import { type Claimed, claimUnfinished } from '../holds/claim.ts';
import { finishAuthorization } from '../holds/finish-authorization.ts';
import { workKinds } from '../providers/work-kinds.ts';
import { adoptCapture } from './release-refused-hold.ts';
import { renewHold } from './renew-hold.ts';
import { resumeSettlement } from './settle-auction.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';

const maxAtOnce = 50;

/**
 * Finishes all unfinished authorizations that are due, one kind after the other, and waits for all of them. The
 * worker does the same without waiting.
 *
 * @param sellerId only this seller's authorizations; `null`: all
 * @returns the number of claimed authorizations
 */
export async function finishAuthorizations(deps: BidDeps, sellerId: string | null = null): Promise<number> {
  const steps = makeSteps(deps);
  let count = 0;
  for (const kind of workKinds) {
    for (let isFull = true; isFull;) {
      const claimed = await claimUnfinished(deps.db, maxAtOnce, { kind, sellerId });
      await Promise.all(claimed.map((authorization) => finishClaimed(deps, authorization, steps)));
      count += claimed.length;
      isFull = claimed.length === maxAtOnce;
    }
  }
  return count;
}

/**
 * Finishes one claimed authorization: completes its bid or releases the money, renews a hold that would lapse, goes on with
 * the settlement whose capture has no known outcome, or releases a hold that is marked for release, which may be found captured. A failure is logged,
 * and a later pass tries again.
 */
export async function finishClaimed(deps: BidDeps, claimed: Claimed, steps: SettlementSteps): Promise<void> {
  try {
    const next = await finishAuthorization(deps, claimed, steps.recordRelease);
    switch (next) {
      case 'bid':
        await completeBid(deps, claimed);
        break;
      case 'renewal':
        await renewHold(deps, claimed);
        break;
      case 'settlement':
        await resumeSettlement(deps, claimed, { steps });
        break;
      case null:
        break;
      default:
        await adoptCapture(deps, claimed, next.foundCapturedInCents);
    }
  } catch (error) {
    deps.log.error(
      { err: error, authorizationId: claimed.authorizationId },
      'An authorization could not be finished; retrying.',
    );
  }
}
