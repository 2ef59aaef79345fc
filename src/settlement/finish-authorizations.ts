import type { BidDeps } from '../bids/bid-deps.ts';
import { claimUnfinished } from '../payments/claim-unfinished.ts';
import { workKinds } from '../payments/work-kinds.ts';
import { finishClaimed } from './finish-claimed.ts';
import { makeSteps } from './settlement-steps.ts';

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
