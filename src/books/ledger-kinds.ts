/** The kinds of movements in the ledger, in the order in which those of one instant are listed. */
export const ledgerKinds = [
  'authorized',
  'captured',
  'application_fee',
  'released',
  'expired',
  'failed',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
] as const;

export type LedgerKind = (typeof ledgerKinds)[number];
