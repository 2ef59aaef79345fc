import { moveAuthorization } from '../holds/move-authorization.ts';
import { releaseAuthorization } from '../holds/release-authorization.ts';
import type { BidDeps } from './bid-deps.ts';
import { continueBid } from './continue-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

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
