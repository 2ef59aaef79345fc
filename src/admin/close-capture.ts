import type { BidDeps } from '../bids/bid-deps.ts';
import type { Viewer } from '../core/viewer.ts';
import { markingCards } from '../payments/kept-card.ts';
import { actOnPayment, resultOf, wrongState } from './act-on-payment.ts';
import type { LeverResult } from './lever-result.ts';

/**
 * Closes captured money that an operator has dealt with, so that it needs attention no longer: a payment that somebody captured at the
 * provider, and that did not win; or one that was captured in part. Its auction is completed: an open one waits for a refund, or for
 * `acceptCapture`.
 *
 * @param input `authorizationId`, `reason`, `confirm`
 * @throws Refusal `invalid_request`, also if there is nothing to close, or the auction is open
 */
export async function closeCapture(deps: BidDeps, viewer: Viewer, input: unknown): Promise<LeverResult> {
  const payment = await actOnPayment(deps, viewer, 'closeCapture', input, async (tx, captured) => {
    const { rowCount } = await tx.query(
      `with closed as (
         update authorizations a set failure_code = 'closed_by_operator', closed_at = coalesce(closed_at, clock_timestamp())
         where authorization_id = $1 and failure_code is distinct from 'closed_by_operator'
           and (state = 'captured_outside' and closed_at is null or state = 'captured' and captured_in_cents < value_in_cents)
           and exists (select from auctions where auctions.auction_id = a.auction_id and status = 'completed')
         returning authorization_id as "authorizationId"
       ), marked as (${markingCards('closed')})
       select from closed`,
      [captured.authorizationId],
    );
    if (rowCount !== 1) throw wrongState(captured, { more: 'and cannot be closed now' });
  });
  return await resultOf(deps, payment);
}
