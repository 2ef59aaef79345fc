import { findAuction } from '../auctions/reads.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { invalidValue, Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { isCaptured } from '../holds/captured-money.ts';
import { findByReference } from '../holds/find-authorization.ts';
import { changeHold, type ReversalChange, reversePayment } from '../providers/simulated/dashboard.ts';
import { type HoldChange, holdChanges } from '../providers/simulated/payment.ts';
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
    after: { authorizationId, change, amountInCents },
  });
  const kind = isHoldChange(change) ? holdChanges[change] : 'reversed';
  if (isHeard) await followEvent(deps, 'simulated', { kind, reference, authorizationId });
  return true;
}

function isHoldChange(change: SimulatedChange): change is HoldChange {
  return Object.hasOwn(holdChanges, change);
}

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
  if (!isDone) throw invalidValue('/change', 'The captured money of this auction does not allow this change.');
}
