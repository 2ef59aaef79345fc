import { type PaymentDeps } from './gateways.ts';
import type { ReleaseAnswer } from './gateway-answers.ts';
import { finishRelease, type RecordRelease } from './release-authorization.ts';
import { resolveAuthorization } from './resolve-authorization.ts';
import type { Claimed } from './claim.ts';
import { swapHold } from './swap-hold.ts';

/**
 * Continues an unfinished authorization as far as this room can.
 *
 * @param recordRelease as in `finishRelease`
 * @returns the next step for the caller: write or refuse the `bid` of the authorization; begin its `renewal`, as the hold
 *   would lapse; or continue the `settlement` of its auction. `null`: nothing
 */
export async function finishAuthorization(
  deps: PaymentDeps,
  claimed: Claimed,
  recordRelease?: RecordRelease,
): Promise<'bid' | 'renewal' | 'settlement' | null> {
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
      return isCaptured(await finishRelease(deps, claimed, recordRelease)) ? 'settlement' : null;
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

function isCaptured(answer: ReleaseAnswer): boolean {
  return answer.outcome === 'refused' && answer.code === 'already_captured';
}
