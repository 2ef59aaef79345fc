import { crashPoint } from '../core/crash-point.ts';
import { adoptPayment, applyObservation, holdResultOf } from './apply-observation.ts';
import type { Claimed } from './claim.ts';
import { type PaymentDeps, gatewayNamed } from '../providers/gateways.ts';
import type { Observation } from '../providers/observation.ts';
import { finishRelease, type RecordRelease } from './release-authorization.ts';
import { swapHold } from './renew-authorization.ts';

/**
 * Write or refuse the `bid` of the authorization; begin its `renewal`, as the hold would lapse; continue the `settlement` of its
 * auction; or treat a payment that was to be released and was found captured. `null`: nothing.
 */
export type NextStep = 'bid' | 'renewal' | 'settlement' | { readonly foundCapturedInCents: number } | null;

/**
 * Continues an unfinished authorization as far as this room can. The function never places a hold: if nothing is held yet, nothing
 * will be.
 *
 * @param recordRelease as in `finishRelease`
 * @returns the next step for the caller
 */
export async function finishAuthorization(
  deps: PaymentDeps,
  claimed: Claimed,
  recordRelease?: RecordRelease,
): Promise<NextStep> {
  const { authorizationId, attempt } = claimed;
  switch (claimed.state) {
    case 'intended':
    case 'challenged': {
      const observation = await observe(deps, claimed);
      const { now } = await applyObservation(deps, claimed, observation, { attempt });
      return holdResultOf(now, observation).outcome === 'authorized' ? await finishHeld() : null;
    }
    case 'authorized':
      return claimed.bidId === null ? await finishHeld() : 'renewal';
    case 'capturing':
      return 'settlement';
    case 'releasing': {
      const observation = await finishRelease(deps, claimed, recordRelease);
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
    await swapHold(deps, authorizationId);
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
