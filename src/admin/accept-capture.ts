import type { BidDeps } from '../bids/bid-deps.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import type { Authorization } from '../payments/authorization.ts';
import { couldBeCaptured } from '../payments/could-be-captured.ts';
import { winCaptured } from '../settlement/win-captured.ts';
import { actOnPayment, resultOf, wrongState } from './act-on-payment.ts';
import type { LeverResult } from './lever-result.ts';

/**
 * Lets a bid win whose payment somebody has captured at the provider, although another bid is higher. Settlement waits until then, or
 * until the payment is refunded there.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`, also if the payment is in another state, backs no bid, or the auction has not ended;
 *   `auction_completed`; `auction_settling` while another payment of the auction may be captured
 */
export async function acceptCapture(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'acceptCapture', input, async (tx, captured) => {
    const { authorizationId, state, closedAt, bidId } = captured;
    if (state !== 'captured_outside' || closedAt !== null || bidId === null) throw wrongState(captured);
    await refuseUnlessDue(tx, captured);
    if (!(await winCaptured(tx, { authorizationId }))) throw wrongState(captured);
  });
  deps.live.announce(payment.auctionId);
  return await resultOf(deps, payment);
}

async function refuseUnlessDue(tx: Connection, captured: Authorization): Promise<void> {
  const { rows } = await tx.query<{ isCompleted: boolean; hasEnded: boolean; isSettling: boolean }>(
    `select status = 'completed' as "isCompleted", bidding_period_ends_at <= ${nowOfSeller('auctions.seller_id')} as "hasEnded",
       exists (select from authorizations a where a.auction_id = auctions.auction_id and ${couldBeCaptured('a')}) as "isSettling"
     from auctions where auction_id = $1`,
    [captured.auctionId],
  );
  const { isCompleted, hasEnded, isSettling } = rows[0]!;
  if (isCompleted) throw new Refusal('auction_completed');
  if (!hasEnded) throw wrongState(captured, { more: 'and its auction has not ended' });
  if (isSettling)
    throw new Refusal('auction_settling', {
      detail: 'Another payment of the auction may be captured: use refuseCapture first.',
    });
}
