import { crashPoint } from '../../core/crash-point.ts';
import type { Authorization } from './authorization.ts';
import { captureOutside, reportSurprise } from './capture-outside.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import { readAuthorization } from './find-authorization.ts';
import type { PaymentDeps } from '../providers/gateways.ts';
import { moveAuthorization } from './move-authorization.ts';
import { type Known, moveFor, type Verdict } from './move-for.ts';
import type { Challenged, Observation } from '../providers/observation.ts';
import { releaseAuthorization } from './release-authorization.ts';

export interface Applied {
  readonly verdict: Verdict;
  /** The authorization was moved now: not if the rule lets it stay, or another process was faster. */
  readonly isMoved: boolean;
  readonly now: Authorization;
}

/**
 * Moves an authorization by what is known of its payment, and cancels the payment where the table says so. Settlement records what it
 * knows of a capture itself, together with the result of the auction.
 *
 * @param known the authorization as it was when the payment was observed
 * @param claim.attempt of a claim: the authorization moves only if this attempt is still the latest
 */
export async function applyObservation(
  deps: PaymentDeps,
  known: Authorization & Known,
  observation: Observation,
  claim: { attempt?: number } = {},
): Promise<Applied> {
  const { authorizationId } = known;
  const verdict = moveFor(known, observation);
  const { move, failureCode } = verdict;
  let moved: Authorization | null = null;
  if (move !== null && observation.outcome === 'captured')
    moved = await captureOutside(deps, known, observation.capturedInCents);
  else if (move !== null)
    moved = await moveAuthorization(deps.db, authorizationId, move, {
      ...claim,
      ...(observation.outcome === 'authorized' && { captureBefore: observation.captureBefore }),
      ...(failureCode !== null && { failureCode }),
    });
  if (moved === null) {
    const now = move === null ? known : await readAuthorization(deps.db, authorizationId);
    return { verdict, isMoved: false, now };
  }
  if (verdict.isSurprise === true && move !== 'captureOutside')
    reportSurprise(deps, known, observation.outcome === 'authorized' ? 'held' : observation.outcome);
  crashPoint('payment: observation recorded');
  if (verdict.next === 'release') await releaseAuthorization(deps, authorizationId);
  return { verdict, isMoved: true, now: moved };
}

/** The result of a request to hold money. `authorized`: write the bid. `pending`: a worker finds out. */
export type HoldResult =
  | { readonly outcome: 'authorized' }
  | Challenged
  | { readonly outcome: 'refused'; readonly code: FailureCode }
  | { readonly outcome: 'pending' };

/** Returns what has come of it, whichever process has recorded that. */
export function holdResultOf(
  { authorizationId, state, bidId, failureCode }: Authorization,
  observation: Observation | null,
): HoldResult {
  if (bidId !== null || state === 'authorized') return { outcome: 'authorized' };
  switch (state) {
    case 'intended':
    case 'challenged':
      return observation?.outcome === 'challenged' ? observation : { outcome: 'pending' };
    case 'releasing':
    case 'released':
    case 'failed':
      return { outcome: 'refused', code: failureCode ?? 'already_released' };
    case 'expired':
      return { outcome: 'refused', code: 'authorization_expired' };
    case 'captured_outside':
      return { outcome: 'refused', code: 'already_captured' };
    case 'capturing':
    case 'captured':
      throw new Error(`Authorization ${authorizationId} is captured without a bid.`);
  }
}
