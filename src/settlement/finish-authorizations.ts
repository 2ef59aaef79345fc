import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import { about } from '../core/followed-ids.ts';
import { recordBid } from '../auctions/bids/record-bid.ts';
import { type Claimed, claimUnfinished } from '../payments/holds/claim.ts';
import { adoptPayment } from '../payments/holds/move-authorization.ts';
import { applyObservation, holdResultOf } from '../payments/holds/apply-observation.ts';
import { releaseClaimed, type RecordRelease } from '../payments/holds/release-authorization.ts';
import { swapHold } from '../payments/holds/renew-authorization.ts';
import { gatewayNamed, type PaymentDeps } from '../payments/providers/gateways.ts';
import type { Observation } from '../payments/providers/observation.ts';
import { workKinds } from '../payments/providers/work-kinds.ts';
import { renewHold } from './renew-hold.ts';
import { adoptCapture, resumeSettlement } from './settle-auction.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';

const maxAtOnce = 50;

/**
 * Finishes all unfinished authorizations that are due, one kind after the other, and waits for all of them. The
 * worker does the same without waiting.
 *
 * @param sellerId only this seller's authorizations; `null`: all
 */
export async function finishAuthorizations(deps: BidDeps, sellerId: string | null = null): Promise<void> {
  const steps = makeSteps(deps);
  for (const kind of workKinds) {
    let claimed: Claimed[];
    do {
      claimed = await claimUnfinished(deps.db, kind, maxAtOnce, sellerId);
      await Promise.all(claimed.map((authorization) => finishClaimed(deps, authorization, steps)));
    } while (claimed.length === maxAtOnce);
  }
}

/**
 * Finishes one claimed authorization: completes its bid or releases the money, renews a hold that would lapse, goes on with
 * the settlement whose capture has no known outcome, or releases a hold that is marked for release, which may be found captured. A failure is logged,
 * and a later pass tries again.
 */
export async function finishClaimed(deps: BidDeps, claimed: Claimed, steps: SettlementSteps): Promise<void> {
  await about(claimed, async () => {
    try {
      const next = await finishAuthorization(deps, claimed, steps.recordRelease);
      if (next === 'bid') await recordBid(deps, claimed);
      else if (next === 'renewal') await renewHold(deps, claimed);
      else if (next === 'settlement') await resumeSettlement(deps, claimed, { steps });
      else if (next !== null) await adoptCapture(deps, claimed, next.foundCapturedInCents);
    } catch (error) {
      deps.log.error({ err: error }, 'An authorization could not be finished; retrying.');
    }
  });
}

/**
 * Write or refuse the `bid` of the authorization; begin its `renewal`, as the hold would lapse; continue the `settlement` of its
 * auction; or treat a payment that was to be released and was found captured. `null`: nothing.
 */
export type LeftToDo = 'bid' | 'renewal' | 'settlement' | { readonly foundCapturedInCents: number } | null;

/**
 * Finds out what is unknown of an authorization, and records it, or releases it. The function never places a hold: if nothing is held yet,
 * nothing will be.
 *
 * @param recordRelease as in `releaseClaimed`
 */
export async function finishAuthorization(
  deps: PaymentDeps,
  claimed: Claimed,
  recordRelease?: RecordRelease,
): Promise<LeftToDo> {
  switch (claimed.state) {
    case 'intended':
    case 'challenged': {
      const observation = await observe(deps, claimed);
      const { now } = await applyObservation(deps, claimed, observation, { attempt: claimed.attempt });
      return holdResultOf(now, observation).outcome === 'authorized' ? await finishHeld() : null;
    }
    case 'authorized':
      return claimed.bidId === null ? await finishHeld() : 'renewal';
    case 'capturing':
      return 'settlement';
    case 'releasing': {
      const observation = await releaseClaimed(deps, claimed, recordRelease);
      return observation.outcome === 'captured' ? { foundCapturedInCents: observation.capturedInCents } : null;
    }
    case 'captured_outside':
    case 'captured':
    case 'released':
    case 'expired':
    case 'failed':
      return null;
  }

  async function finishHeld(): Promise<'bid' | null> {
    if (claimed.replacesAuthorizationId === null) return 'bid';
    await swapHold(deps, claimed);
    return null;
  }
}

/** Reads a payment whose request has ended; it is searched if its answer was lost. */
async function observe(
  { db, gateways }: PaymentDeps,
  { authorizationId, provider, providerReference }: Claimed,
): Promise<Observation> {
  const gateway = gatewayNamed(gateways, provider);
  let reference = providerReference;
  if (reference === null) {
    const found = await gateway.find({ authorizationId });
    if (found.reference === null) return found;
    reference = found.reference;
    crashPoint('resolve: payment found');
    await adoptPayment(db, authorizationId, reference);
    crashPoint('resolve: payment adopted');
  }
  const observation = await gateway.read({ reference });
  crashPoint('resolve: payment read');
  return observation;
}
