import { findAuction } from '../auctions/reads.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { isCaptured } from '../payments/captured-money.ts';
import type { ReversalChange } from '../payments/simulated/reverse-payment.ts';
import { simulateChange } from './simulate-change.ts';

/**
 * Plays what a person at the provider's dashboard, or a cardholder, does with the captured money of a test seller's auction. The
 * service hears of the change as of any provider's event.
 *
 * @param input.amountInCents of a refund or dispute; `null`: all that is left
 * @throws Refusal `test_mode_only`; `auction_not_found`; `invalid_request` when the payment does not allow the change
 */
export async function simulateReversal(
  deps: Deps,
  viewer: Viewer,
  { auctionId, change, amountInCents }: { auctionId: string; change: ReversalChange; amountInCents: number | null },
): Promise<void> {
  if (viewer.mode !== 'test') throw new Refusal('test_mode_only');
  await findAuction(deps, viewer, auctionId);
  const { rows } = await deps.db.query<{ reference: string }>(
    `select provider_reference as reference from authorizations a where auction_id = $1 and ${isCaptured('a')}
     order by state = 'captured' desc, authorization_id limit 1`,
    [auctionId],
  );
  const reference = rows[0]?.reference;
  const isDone = reference !== undefined && (await simulateChange(deps, viewer, { reference, change, amountInCents }));
  if (!isDone) {
    const detail = 'The captured money of this auction does not allow this change.';
    throw new Refusal('invalid_request', { faults: [{ pointer: '/change', code: 'invalid_value', detail }] });
  }
}
