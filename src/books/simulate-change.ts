import { recordAudit } from '../audit/record-audit.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { findByReference } from '../payments/find-authorization.ts';
import { changeHold } from '../payments/simulated/change-hold.ts';
import { type HoldChange, holdChanges } from '../payments/simulated/payment.ts';
import { type ReversalChange, reversePayment } from '../payments/simulated/reverse-payment.ts';
import { followEvent } from './follow-event.ts';

export type SimulatedChange = ReversalChange | HoldChange;

/**
 * Plays a change that a person makes at the simulated provider's dashboard, or a cardholder at the bank, and records who did
 * it. Then the service hears of the change as of any provider's event.
 *
 * @param of.amountInCents of a capture, refund or dispute; `null`: all that is left
 * @param of.isHeard `false`: the provider's event gets lost
 * @returns `false`, and nothing is changed: the payment is in no state for the change, or the amount is more than what is left
 */
export async function simulateChange(
  deps: Deps,
  viewer: Viewer,
  of: {
    readonly reference: string;
    readonly change: SimulatedChange;
    readonly amountInCents: number | null;
    readonly isHeard?: boolean;
  },
): Promise<boolean> {
  const { reference, change, amountInCents, isHeard = true } = of;
  const authorization = await findByReference(deps.db, { provider: 'simulated', reference });
  if (authorization === null) return false;
  const isDone = isHoldChange(change)
    ? await changeHold(deps.db, { reference, change, amountInCents })
    : await reversePayment(deps.db, { reference, change, amountInCents });
  if (!isDone) return false;
  const { authorizationId, auctionId, sellerId } = authorization;
  await recordAudit(deps.db, viewer, {
    action: 'simulatePaymentChange',
    subjectType: 'auction',
    subjectId: auctionId,
    sellerId,
    before: null,
    after: { authorizationId, change, amountInCents },
  });
  const kind = isHoldChange(change) ? holdChanges[change] : 'reversed';
  if (isHeard) await followEvent(deps, 'simulated', { kind, reference, authorizationId });
  return true;
}

function isHoldChange(change: SimulatedChange): change is HoldChange {
  return Object.hasOwn(holdChanges, change);
}
