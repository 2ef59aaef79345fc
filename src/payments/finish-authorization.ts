import { type PaymentDeps } from './gateways.ts';
import { finishRelease } from './release-authorization.ts';
import { resolveAuthorization } from './resolve-authorization.ts';
import type { TakenUp } from './take-up.ts';
import { takeOver } from './take-over.ts';

/**
 * Does for an unfinished authorization what can be done here.
 *
 * @returns what is left to others: the `bid` that it was meant for, to be written or refused; its `renewal`, as it would
 *   lapse; or the `settlement` of its auction; else `null`
 */
export async function finishAuthorization(
  deps: PaymentDeps,
  taken: TakenUp,
): Promise<'bid' | 'renewal' | 'settlement' | null> {
  switch (taken.state) {
    case 'intended':
    case 'challenged': {
      const answer = await resolveAuthorization(deps, taken);
      return answer.outcome === 'authorized' ? await finishHeld(deps, taken) : null;
    }
    case 'authorized':
      return taken.bidId === null ? await finishHeld(deps, taken) : 'renewal';
    case 'capturing':
      return 'settlement';
    case 'releasing':
      await finishRelease(deps, taken);
      return null;
    case 'captured':
    case 'released':
    case 'expired':
    case 'failed':
      return null;
  }
}

async function finishHeld(deps: PaymentDeps, taken: TakenUp): Promise<'bid' | null> {
  if (taken.replacesAuthorizationId === null) return 'bid';
  await takeOver(deps, taken.authorizationId);
  return null;
}
