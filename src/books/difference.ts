import type { Authorization } from '../holds/authorization.ts';
import type { ListedPayment } from '../providers/gateway.ts';
import { isExpected } from '../holds/move-for.ts';

export const differenceKinds = ['unknown_payment', 'amount', 'state', 'two_captures', 'unbalanced'] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

export function isCaptured(ours: Authorization | null): ours is Authorization {
  return ours?.state === 'captured' || ours?.state === 'captured_outside';
}

/**
 * Compares a payment of the provider with our books.
 *
 * @param ours `null`: our books do not have the payment
 * @returns `null` when they agree
 */
export function compare(ours: Authorization | null, theirs: ListedPayment): DifferenceKind | null {
  const isOver = theirs.state === 'released' || theirs.state === 'expired';
  if (ours === null) return isOver ? null : 'unknown_payment';
  // The answer that names the payment may be under way: recovery finds and cancels it.
  if (ours.providerReference === null) {
    const isFoundLater = ours.closedAt === null && theirs.state !== 'captured';
    return isFoundLater || isOver ? null : 'unknown_payment';
  }
  if (ours.providerReference !== theirs.reference) return isOver ? null : 'unknown_payment';
  if (ours.valueInCents !== theirs.amountInCents) return 'amount';
  const isOfOtherAmount = theirs.capturedInCents !== (ours.capturedInCents ?? ours.valueInCents);
  if (theirs.state === 'captured' && isCaptured(ours) && isOfOtherAmount) return 'amount';
  // Unknown to the provider's own gateway: nothing can be said.
  if (theirs.state === 'unknown') return null;
  return isExpected(ours.state, theirs.state) ? null : 'state';
}
