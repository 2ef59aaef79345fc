import { z } from 'zod';
import { findAuction } from '../../auctions/reads.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { checkInput } from '../../core/check-input.ts';
import { invalidValue, Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';
import { type ReversalChange, reversePayment } from '../../payments/providers/simulated/reverse-payment.ts';
import { refundablePayment } from '../reversals/request-refund.ts';
import { followEvent } from './follow-event.ts';

/** The most that a column for amounts holds. */
const maxReversalInCents = 2_147_483_647;

export const reversalInput = z.object({ amountInCents: z.int().min(1).max(maxReversalInCents).nullish() });

/**
 * Plays what a person at the provider's dashboard, or a cardholder, does with the captured money of a test seller's auction, and records
 * who did it. The service hears of the change as of any provider's event.
 *
 * @param input.amountInCents of a refund or dispute; `null`: all that is left
 * @throws Refusal `test_mode_only`; `auction_not_found`; `invalid_request` when the payment does not allow the change
 */
export async function simulateReversal(
  deps: Deps,
  viewer: Viewer,
  input: { auctionId: string; change: ReversalChange; amountInCents: number | null },
): Promise<void> {
  if (viewer.mode !== 'test') throw new Refusal('test_mode_only');
  const { amountInCents = null } = checkInput(reversalInput, input);
  const { auctionId, change } = input;
  await findAuction(deps, viewer, auctionId);
  const { rows } = await deps.db.query<{ authorizationId: string; reference: string }>(
    `select authorization_id as "authorizationId", provider_reference as reference
     from authorizations where authorization_id = (${refundablePayment('$1')})`,
    [auctionId],
  );
  const [captured] = rows;
  const isDone =
    captured !== undefined && (await reversePayment(deps.db, { reference: captured.reference, change, amountInCents }));
  if (!isDone) throw invalidValue('/change', 'The captured money of this auction does not allow this change.');
  await recordAudit(deps.db, viewer, {
    action: 'simulatePaymentChange',
    subjectType: 'auction',
    subjectId: auctionId,
    sellerId: viewer.sellerId,
    after: { authorizationId: captured.authorizationId, change, amountInCents },
  });
  await followEvent(deps, 'simulated', { kind: 'reversed', ...captured });
}
