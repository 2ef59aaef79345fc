import { type Balance, balanceOf, type LedgerEntry, type LedgerKind } from '../../../settlement/books/ledger.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { LedgerReasonEnum } from './failure-code.ts';

const LedgerKindEnum = enumInCapitals<LedgerKind>('LedgerKind', 'The kind of a movement of money.', {
  authorized: 'The amount of a bid was held on a card.',
  captured: 'A hold was captured.',
  application_fee: "The operator kept its fee of a capture; the rest went to the seller's payment account.",
  released: 'A hold was released.',
  expired: 'A hold has lapsed at the payment provider.',
  failed: 'A hold has ended for a reason of the payment provider.',
  refunded: 'Captured money was refunded.',
  refund_failed: 'A refund did not reach the card, and the money came back.',
  disputed: 'A dispute has taken captured money.',
  dispute_won: 'A dispute was won, and the money came back.',
});

const LedgerEntryRef = builder.objectRef<LedgerEntry>('LedgerEntry').implement({
  description: 'A movement of money.',
  fields: exposed(() => ({
    at: ['DateTime', 'When it was recorded; of a refund or dispute, when it was made.'],
    kind: [LedgerKindEnum, 'What happened.'],
    amountInCents: ['Cents', 'The amount in USD cents, above zero: `kind` says which way the money went.'],
    providerReference: [orNull('String'), "The payment provider's name for the payment, refund or dispute."],
    bidId: [
      orNull('UUID'),
      'The bid that the hold backs; null for refunds and disputes, and for a hold that never backed a bid.',
    ],
    reason: [
      orNull(LedgerReasonEnum),
      'Why a hold ended without a capture; null if the auction needed the hold no longer.',
    ],
  })),
});

const LedgerBalance = builder.objectRef<Balance>('LedgerBalance').implement({
  description:
    'The sums of the movements, in USD cents. At rest `authorized = captured + released + expired + failed`; always `captured = kept + refunded + disputed`.',
  fields: exposed(() => ({
    authorizedInCents: ['Cents', 'All that was ever held on cards.'],
    capturedInCents: ['Cents', 'What was captured.'],
    releasedInCents: ['Cents', 'What was released.'],
    expiredInCents: ['Cents', 'What has lapsed.'],
    failedInCents: ['Cents', 'The amount whose hold ended for a reason of the payment provider.'],
    heldInCents: [
      'Cents',
      'The amount that is held now: authorized, less captured, released, expired and failed. Zero at rest.',
    ],
    refundedInCents: ['Cents', 'The refunded part of the captured money.'],
    disputedInCents: ['Cents', 'The amount that disputes have taken of the captured money.'],
    keptInCents: ['Cents', 'The rest of the captured money: captured, less refunded, less disputed.'],
    applicationFeeInCents: [
      'Cents',
      'The fee that the operator keeps of the captured money: a part of it, and in neither equation. Refunds and disputes leave the fee as it is.',
    ],
  })),
});

const AuctionLedger = builder.objectRef<readonly LedgerEntry[]>('AuctionLedger').implement({
  description: 'Every movement of money of an auction, and their sums.',
  fields: (t) => ({
    entries: t.field({
      type: [LedgerEntryRef],
      description: 'The movements, the oldest first.',
      resolve: (entries) => [...entries],
    }),
    balance: t.field({ type: LedgerBalance, description: 'Their sums.', resolve: balanceOf }),
  }),
});

builder.prismaObjectField('Auction', 'ledger', (t) =>
  t.field({
    access: { scope: 'bids:read', or: 'admin' },
    type: AuctionLedger,
    description: 'Every movement of money of the auction: holds, captures, releases, refunds and disputes.',
    resolve: ({ auctionId }, _, { ledgerOfAuction }) => ledgerOfAuction.load(auctionId),
  }),
);
