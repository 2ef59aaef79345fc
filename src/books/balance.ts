import type { LedgerKind } from './ledger-kinds.ts';
import type { LedgerEntry } from './find-ledger.ts';

/** The sums of an auction's movements. Whole US cents. */
export interface Balance {
  readonly authorizedInCents: number;
  readonly capturedInCents: number;
  readonly releasedInCents: number;
  readonly expiredInCents: number;
  readonly failedInCents: number;
  readonly refundedInCents: number;
  readonly disputedInCents: number;
  /** Captured, less refunded, less disputed. */
  readonly keptInCents: number;
  /** The operator's part of the captured money, which refunds and disputes leave as it is. */
  readonly applicationFeeInCents: number;
  /** Authorized and not closed yet; 0 at rest. */
  readonly heldInCents: number;
}

export function balanceOf(entries: readonly Pick<LedgerEntry, 'kind' | 'amountInCents'>[]): Balance {
  const sum = (kind: LedgerKind) =>
    entries.reduce((total, entry) => total + (entry.kind === kind ? entry.amountInCents : 0), 0);
  const authorizedInCents = sum('authorized');
  const ends = {
    capturedInCents: sum('captured'),
    releasedInCents: sum('released'),
    expiredInCents: sum('expired'),
    failedInCents: sum('failed'),
  };
  const refundedInCents = sum('refunded') - sum('refund_failed');
  const disputedInCents = sum('disputed') - sum('dispute_won');
  return {
    authorizedInCents,
    ...ends,
    refundedInCents,
    disputedInCents,
    keptInCents: ends.capturedInCents - refundedInCents - disputedInCents,
    applicationFeeInCents: sum('application_fee'),
    heldInCents: authorizedInCents - Object.values(ends).reduce((total, cents) => total + cents, 0),
  };
}
