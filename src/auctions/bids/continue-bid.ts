import { crashPoint } from '../../core/crash-point.ts';
import { about, learn } from '../../core/followed-ids.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { HoldResult } from '../../payments/holds/apply-observation.ts';
import type { Intent } from '../../payments/holds/authorization.ts';
import { findAuthorization } from '../../payments/holds/find-authorization.ts';
import { moveAuthorization } from '../../payments/holds/move-authorization.ts';
import { releaseAuthorization } from '../../payments/holds/release-authorization.ts';
import { refreshHold } from '../../payments/holds/request-hold.ts';
import type { BidDeps } from './bid-deps.ts';
import { recordBid, type PlacedBid } from './record-bid.ts';

/**
 * Resumes a bid: after a challenge, on a reload, on a provider's event. Any caller may repeat it any number of times: the
 * outcome is the same.
 *
 * @throws Refusal `bid_not_found`
 */
export async function continueBid(deps: BidDeps, authorizationId: string): Promise<PlacedBid> {
  return await about({ authorizationId }, async () => {
    const authorization = isUuid(authorizationId) ? await findAuthorization(deps.db, authorizationId) : null;
    // A renewal makes no bid: it replaces the hold of an existing bid.
    if (authorization === null || authorization.replacesAuthorizationId !== null) throw new Refusal('bid_not_found');
    learn(authorization);
    if (authorization.bidId !== null) return { outcome: 'placed', bidId: authorization.bidId };
    return await recordBidIfHeld(deps, authorization, await refreshHold(deps, authorization));
  });
}

/** Records the bid if its money is held. */
export async function recordBidIfHeld(deps: BidDeps, hold: Intent, result: HoldResult): Promise<PlacedBid> {
  if (result.outcome !== 'authorized') return result;
  crashPoint('bid: hold recorded');
  return await recordBid(deps, hold);
}

/**
 * Gives up a bid that waits for its bidder to answer the bank. Its payment is cancelled, so a confirmation that comes later holds
 * nothing. A bid that the bank has confirmed meanwhile is placed, and binding.
 *
 * @throws Refusal `bid_not_found`
 */
export async function giveUpBid(deps: BidDeps, authorizationId: string): Promise<PlacedBid> {
  const now = await continueBid(deps, authorizationId);
  if (now.outcome !== 'challenged') return now;
  const abandoned = await moveAuthorization(deps.db, authorizationId, 'abandon', { failureCode: 'abandoned' });
  // The provider's event was faster.
  if (abandoned === null) return await continueBid(deps, authorizationId);
  await releaseAuthorization(deps, authorizationId);
  return { outcome: 'refused', code: 'abandoned' };
}
