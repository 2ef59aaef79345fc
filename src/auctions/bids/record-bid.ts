import { crashPoint } from '../../core/crash-point.ts';
import { learn } from '../../core/followed-ids.ts';
import { currentOrigin } from '../../platform/jobs/job-origin.ts';
import type { Intent } from '../../payments/holds/authorization.ts';
import { readAuthorization } from '../../payments/holds/find-authorization.ts';
import { releaseAuthorization } from '../../payments/holds/release-authorization.ts';
import { recordHold } from '../../payments/holds/request-hold.ts';
import type { FailureCode } from '../../payments/providers/failure-code.ts';
import type { Challenge } from '../../payments/providers/observation.ts';
import { auctionExtensions } from '../../platform/metrics/metrics.ts';
import type { BidDeps } from './bid-deps.ts';
import type { MovedEnd } from './move-end.ts';
import { recordTogether } from './record-together.ts';
import type { BidToWrite } from './write-bids.ts';

/** The outcome of a bidder's attempt to bid, so far. */
export type PlacedBid =
  /** The bid exists and its value is held on the card. */
  | { readonly outcome: 'placed'; readonly bidId: string }
  /** The bank requires the bidder's confirmation; afterwards, call `continueBid`. */
  | { readonly outcome: 'challenged'; readonly challenge: Challenge }
  /** There is no bid, and any hold is being released. */
  | {
      readonly outcome: 'refused';
      readonly code: FailureCode;
      /** With `below_increment`: the least amount of the next bid. */
      readonly nextBidInCents?: number;
    }
  /** The provider's answer is not clear yet: the bid will be placed, or its hold released, without the bidder. */
  | { readonly outcome: 'pending' };

/**
 * Records the bid of an authorization whose money is held, or marks the authorization for release if the auction does not accept the
 * bid (any more).
 *
 * @param hold the provider's answer that the money is held, which is not recorded yet; `null`: our books have recorded the hold
 */
export async function recordBid(
  deps: BidDeps,
  authorization: Intent,
  hold: BidToWrite['hold'] = null,
): Promise<PlacedBid> {
  const { authorizationId, auctionId } = authorization;
  const recorded = await recordTogether(deps.db, { authorization, hold, origin: currentOrigin() });
  if (recorded === null) return await recordOnceMore(deps, authorization, hold);
  if ('code' in recorded) {
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
    const { code, nextBidInCents } = recorded;
    return { outcome: 'refused', code, ...(code === 'below_increment' && { nextBidInCents: nextBidInCents! }) };
  }
  const { bidId, moved } = recorded;
  crashPoint('bid: committed');
  learn({ bidId });
  deps.live.announce(auctionId);
  if (moved !== null) await followMove(deps, auctionId, moved);
  return { outcome: 'placed', bidId };
}

/** Another caller was faster: the sweep, a second submit, a cancellation, or a change of the auction after which it may accept the bid. */
async function recordOnceMore(deps: BidDeps, authorization: Intent, hold: BidToWrite['hold']): Promise<PlacedBid> {
  const now = await readAuthorization(deps.db, authorization.authorizationId);
  if (now.bidId !== null) return { outcome: 'placed', bidId: now.bidId };
  // It has given the intent up, or recorded the hold.
  if (hold !== null) {
    const result = await recordHold(deps, authorization, hold);
    if (result.outcome !== 'authorized') return result;
  } else if (now.state !== 'authorized') return { outcome: 'refused', code: now.failureCode ?? 'already_released' };
  return await recordBid(deps, { ...authorization, isRuled: true });
}

/** Wakes a worker at the new end. The alarm of the former end finds nothing due, and the sweep finds an end whose alarm is lost. */
async function followMove(
  { alarms }: BidDeps,
  auctionId: string,
  { endsAt: dueAt, isPurchase }: MovedEnd,
): Promise<void> {
  if (!isPurchase) auctionExtensions.inc();
  await alarms?.arm([{ kind: 'close', auctionId, dueAt }]);
}
