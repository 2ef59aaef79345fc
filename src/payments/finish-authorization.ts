import { type PaymentDeps } from './gateways.ts';
import { finishRelease, type RecordRelease } from './release-authorization.ts';
import { resolveAuthorization } from './resolve-authorization.ts';
import type { Claimed } from './claim.ts';
import { swapHold } from './renew-authorization.ts';

/**
 * Write or refuse the `bid` of the authorization; begin its `renewal`, as the hold would lapse; continue the `settlement` of its
 * auction; or treat a payment that was to be released and was found captured. `null`: nothing.
 */
export type NextStep = 'bid' | 'renewal' | 'settlement' | { readonly foundCapturedInCents: number } | null;

/**
 * Continues an unfinished authorization as far as this room can.
 *
 * @param recordRelease as in `finishRelease`
 * @returns the next step for the caller
 */
export async function finishAuthorization(
  deps: PaymentDeps,
  claimed: Claimed,
  recordRelease?: RecordRelease,
): Promise<NextStep> {
  switch (claimed.state) {
    case 'intended':
    case 'challenged': {
      const answer = await resolveAuthorization(deps, claimed);
      return answer.outcome === 'authorized' ? await finishHeld(deps, claimed) : null;
    }
    case 'authorized':
      return claimed.bidId === null ? await finishHeld(deps, claimed) : 'renewal';
    case 'capturing':
      return 'settlement';
    case 'releasing':
      return await finishReleasing(deps, claimed, recordRelease);
    case 'captured_outside':
    case 'captured':
    case 'released':
    case 'expired':
    case 'failed':
      return null;
  }
}

async function finishHeld(deps: PaymentDeps, claimed: Claimed): Promise<'bid' | null> {
  if (claimed.replacesAuthorizationId === null) return 'bid';
  await swapHold(deps, claimed.authorizationId);
  return null;
}

async function finishReleasing(
  deps: PaymentDeps,
  claimed: Claimed,
  recordRelease: RecordRelease | undefined,
): Promise<NextStep> {
  const answer = await finishRelease(deps, claimed, recordRelease);
  return answer.outcome === 'captured' ? { foundCapturedInCents: answer.capturedInCents } : null;
}
