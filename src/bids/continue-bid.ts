import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Authorization } from '../payments/authorization.ts';
import { findAuthorization } from '../payments/find-authorization.ts';
import type { AuthorizeAnswer } from '../payments/gateway-answers.ts';
import { refreshAuthorization } from '../payments/record-answer.ts';
import type { BidDeps } from './bid-deps.ts';
import { completeBid } from './complete-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

/**
 * Resumes a bid: after a challenge, on a reload, on a provider's event. Any caller may repeat it any number of times: the
 * outcome is the same.
 *
 * @throws Refusal `bid_not_found`
 */
export async function continueBid(deps: BidDeps, authorizationId: string): Promise<PlacedBid> {
  const authorization = isUuid(authorizationId) ? await findAuthorization(deps.db, authorizationId) : null;
  // A renewal makes no bid: it replaces the hold of an existing bid.
  if (authorization === null || authorization.replacesAuthorizationId !== null) throw new Refusal('bid_not_found');
  if (authorization.bidId !== null) return { outcome: 'placed', bidId: authorization.bidId };
  switch (authorization.state) {
    case 'intended':
    case 'challenged':
      return await concludeBid(deps, authorization, await refreshAuthorization(deps, authorization));
    case 'authorized':
      return await completeBid(deps, authorization);
    case 'releasing':
    case 'released':
    case 'failed':
      return { outcome: 'refused', code: authorization.failureCode ?? 'already_released' };
    case 'expired':
      return { outcome: 'refused', code: 'authorization_expired' };
    case 'captured_outside':
      return { outcome: 'refused', code: 'already_captured' };
    case 'capturing':
    case 'captured':
      throw new Error(`Authorization ${authorizationId} is captured without a bid.`);
  }
}

/** Maps the provider's answer to the outcome of a bid. */
export async function concludeBid(
  deps: BidDeps,
  authorization: Authorization,
  answer: AuthorizeAnswer,
): Promise<PlacedBid> {
  switch (answer.outcome) {
    case 'authorized':
      crashPoint('bid: hold recorded');
      return await completeBid(deps, authorization);
    case 'challenged':
      return answer;
    case 'refused':
      return answer;
    case 'unknown':
      return { outcome: 'pending' };
  }
}
