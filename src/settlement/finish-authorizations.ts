import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { crashPoint } from '../core/crash-point.ts';
import { about } from '../core/followed-ids.ts';
import { recordBid } from '../auctions/bids/record-bid.ts';
import { type Claimed, claimUnfinished } from '../payments/holds/claim.ts';
import { adoptPayment } from '../payments/holds/move-authorization.ts';
import { applyObservation, holdResultOf } from '../payments/holds/apply-observation.ts';
import { releaseClaimed } from '../payments/holds/release-authorization.ts';
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

/** Finishes one claimed authorization. A failure is logged, and a later pass tries again. */
export async function finishClaimed(deps: BidDeps, claimed: Claimed, steps: SettlementSteps): Promise<void> {
  await about(claimed, async () => {
    try {
      await finishAuthorization(deps, claimed, steps);
    } catch (error) {
      deps.log.error({ err: error }, 'An authorization could not be finished; retrying.');
    }
  });
}

/**
 * Finds out what is unknown of an authorization, and does what follows: writes or refuses its bid, renews a hold that would lapse, goes on with
 * the settlement whose capture has no known outcome, or releases a hold that is marked for release, which may be found captured. The function
 * never places a hold for a new bid: if nothing is held yet, nothing will be.
 */
export async function finishAuthorization(deps: BidDeps, claimed: Claimed, steps = makeSteps(deps)): Promise<void> {
  switch (claimed.state) {
    case 'intended':
    case 'challenged': {
      const observation = await observe(deps, claimed);
      const { now } = await applyObservation(deps, claimed, observation, { attempt: claimed.attempt });
      if (holdResultOf(now, observation).outcome === 'authorized') await finishHeld(deps, claimed);
      return;
    }
    case 'authorized':
      if (claimed.bidId === null) await finishHeld(deps, claimed);
      else await renewHold(deps, claimed);
      return;
    case 'capturing':
      await resumeSettlement(deps, claimed, { steps });
      return;
    case 'releasing': {
      const observation = await releaseClaimed(deps, claimed, steps.recordRelease);
      if (observation.outcome === 'captured') await adoptCapture(deps, claimed, observation.capturedInCents);
      return;
    }
    case 'captured_outside':
    case 'captured':
    case 'released':
    case 'expired':
    case 'failed':
  }
}

async function finishHeld(deps: BidDeps, held: Claimed): Promise<void> {
  if (held.replacesAuthorizationId === null) await recordBid(deps, held);
  else await swapHold(deps, held);
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
