import {
  type AuctionPayment,
  paymentOfAuction,
  paymentProperties,
  refundProperties,
  type RefundRow,
  refundsOfAuction,
  reversalProperties,
  type ReversalRow,
  reversalsOfAuction,
} from '../../../settlement/reversals/payment-of-auction.ts';
import { refundInput, requestRefund } from '../../../settlement/reversals/request-refund.ts';
import { reversalInput, simulateReversal } from '../../../settlement/books/simulate-change.ts';
import type { RefundReason, RefundState, ReversalKind, ReversalState } from '../../../platform/db/generated/enums.ts';
import type { RefundRefusal } from '../../../payments/providers/refund-answer.ts';
import type { ReversalChange } from '../../../payments/providers/simulated/reverse-payment.ts';
import { auctionById } from './auction.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { viewerOf } from '../context.ts';
import { idOfPart } from './node.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

export const ReversalKindEnum = enumInCapitals<ReversalKind>(
  'ReversalKind',
  'The captured money of an auction, with its refunds and disputes.',
  {
    refund: 'Money was given back at the payment provider.',
    dispute: 'The cardholder disputes the payment with the bank.',
    fraud_warning: 'The bank of the card warns of fraud; no money is taken.',
  },
);

export const ReversalStateEnum = enumInCapitals<ReversalState>(
  'ReversalState',
  'The state of a refund, dispute or warning of fraud.',
  {
    pending: 'A refund that is on its way to the card.',
    succeeded: 'A refund that has reached the card.',
    failed: 'A refund that did not reach the card: the money came back.',
    inquiry: 'A bank asks for information; no money is taken.',
    closed: 'An inquiry that ended without a dispute.',
    open: 'A dispute that has taken the money until it is decided.',
    won: 'A dispute that was won: the money came back.',
    lost: 'A dispute that was lost: the money is gone.',
    reported: 'A warning of fraud.',
  },
);

const PaymentReversal = builder.objectRef<ReversalRow>('PaymentReversal').implement({
  sql: { columns: () => reversalProperties },
  description: 'A refund, a dispute or a warning of fraud, as the payment provider has it.',
  fields: exposed((t) => ({
    id: idOfPart(t, { of: 'PaymentReversal', by: 'providerReference' }),
    kind: [ReversalKindEnum, 'A refund, a dispute or a warning.'],
    state: [ReversalStateEnum, 'Its present state.'],
    amountInCents: ['Cents', 'Its amount in USD cents.'],
    providerReference: ['String', "The payment provider's name for it."],
    madeAt: ['DateTime', 'When it was made at the payment provider.'],
    changedAt: ['DateTime', 'When its present state was recorded.'],
  })),
});

const RefundReasonEnum = enumInCapitals<RefundReason>('RefundReason', 'Why money is given back.', {
  requested_by_customer: 'The winner has asked for it.',
  duplicate: 'The money was charged twice.',
  fraudulent:
    'The card was used without the consent of its holder. Stripe blocks the card and the e-mail address from then on.',
});

const RefundStateEnum = enumInCapitals<RefundState>('RefundState', 'The state of a refund that you have asked for.', {
  requested: 'The payment provider is asked for it, again and again until it answers.',
  made: 'The payment provider has made it: it is one of the `reversals`, which say whether it has reached the card.',
  refused: 'The payment provider has refused it: no money has moved.',
});

const RefundRefusalEnum = enumInCapitals<RefundRefusal>('RefundRefusal', 'Why a payment provider refuses a refund.', {
  nothing_left: 'Less is left of the payment than was asked for.',
  payment_disputed: 'The cardholder disputes the payment: answer the dispute instead.',
  balance_too_low: 'The account at the payment provider has too little money.',
  not_permitted: 'The account or the key at the payment provider may not refund.',
  not_refundable: 'The payment provider does not refund this payment.',
});

const RefundRef = builder.objectRef<RefundRow>('Refund').implement({
  sql: { columns: () => refundProperties },
  description: 'A refund that you have asked for here.',
  fields: exposed((t) => ({
    id: idOfPart(t, { of: 'Refund', by: 'refundId' }),
    refundId: ['UUID', 'The refund.'],
    amountInCents: ['Cents', 'Its amount in USD cents.'],
    reason: [RefundReasonEnum, 'Its reason.'],
    state: [RefundStateEnum, 'Its present state.'],
    failureCode: [orNull(RefundRefusalEnum), 'Why it was refused; null unless it was.'],
    dashboardUrl: [
      orNull('String'),
      "The address at which a person can refund a payment at the provider's dashboard; null unless the refund was refused.",
    ],
    providerReference: [orNull('String'), "The payment provider's name for it; null unless it is made."],
    requestedAt: ['DateTime', 'When you asked for it.'],
    closedAt: [orNull('DateTime'), 'When it was made or refused; null before that.'],
  })),
});

const AuctionPaymentRef = builder.objectRef<AuctionPayment>('AuctionPayment').implement({
  sql: { columns: () => paymentProperties },
  description: 'The captured money of an auction, and what became of it.',
  fields: exposed((t) => ({
    capturedInCents: ['Cents', 'The captured amount, in USD cents.'],
    refundedInCents: ['Cents', 'The refunded amount, in USD cents.'],
    disputedInCents: ['Cents', 'The amount that disputes have taken of it, in USD cents: those that are open or lost.'],
    netInCents: [
      'Cents',
      'The rest, in USD cents: captured, less refunded, less disputed. Below zero where refunded money is disputed as well.',
    ],
    applicationFeeInCents: [
      'Cents',
      "The fee that the operator keeps of it, in USD cents, as agreed when the bid was placed; the rest goes to the seller's payment account. 0 where the sale is paid into the operator's own account. Refunds and disputes leave it as it is.",
    ],
    refundableInCents: [
      'Cents',
      'The amount that `refundPayment` can still give back, in USD cents: what is left, less refunds that the payment provider has not answered.',
    ],
    refunds: t.field({
      sql: { from: refundsOfAuction },
      type: [RefundRef],
      description: 'Every refund that you have asked for here, the oldest first.',
    }),
    reversals: t.field({
      sql: { from: reversalsOfAuction },
      type: [PaymentReversal],
      description: 'Every refund, dispute and warning of fraud, the oldest first.',
    }),
  })),
});

builder.prismaObjectField('Auction', 'payment', (t) =>
  t.field({
    access: { scope: 'bids:read', or: 'admin' },
    sql: { from: paymentOfAuction },
    type: AuctionPaymentRef,
    nullable: true,
    description: 'The captured money of the auction, and what became of it; null while nothing is captured.',
  }),
);

mutation('refundPayment', {
  access: { scope: 'payments:refund' },
  description:
    'Gives money of a sale back to the winner, wholly or in part. The payment provider is asked within seconds: `payment.refunds` of the auction and the event `payment_refunded` say what became of it. Send an `Idempotency-Key`, so that a repetition gives nothing back twice.',
  input: (t) => ({
    auctionId: t.field({
      ...objectId('Auction'),
      required: true,
      description: 'An auction of which money was captured.',
    }),
    amountInCents: t.field({
      type: 'Cents',
      description: 'The amount in USD cents, at most `payment.refundableInCents`; without it, all of that.',
    }),
    reason: t.field({ type: RefundReasonEnum, required: true, description: 'Why.' }),
  }),
  refuses: { codes: ['auction_not_found', 'nothing_to_refund', 'refund_limit'], check: checkedBy(() => refundInput) },
  resolve: (input, context) => requestRefund(context.deps, viewerOf(context), input),
  payload: payloadOf('refund', RefundRef, 'The refund.'),
});

const PaymentChange = enumInCapitals<ReversalChange>(
  'PaymentChange',
  'A change of captured money at the simulated payment provider.',
  {
    refund: 'The seller refunds the payment, wholly or in part.',
    refund_failed: 'The latest refund does not reach the card.',
    dispute: 'The cardholder disputes the payment.',
    dispute_won: 'The open dispute is won.',
    dispute_lost: 'The open dispute is lost.',
    fraud_warning: 'The bank of the card warns of fraud.',
  },
);

mutation('simulatePaymentChange', {
  // It asks the payment provider.
  access: { scope: 'auctions:write' },
  description:
    'For test sellers: refunds or disputes the captured money of an auction, as a person at the dashboard of a real payment provider or a cardholder would.',
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'A sold auction.' }),
    change: t.field({ type: PaymentChange, required: true, description: 'What happens.' }),
    amountInCents: t.field({
      type: 'Cents',
      description: 'The amount of a refund or dispute; without it, all that is left.',
    }),
  }),
  refuses: { codes: ['test_mode_only', 'auction_not_found'], check: checkedBy(() => reversalInput) },
  commitsByItself: true,
  resolve: async ({ amountInCents = null, ...input }, context) => {
    await simulateReversal(context.deps, viewerOf(context), { ...input, amountInCents });
    return input;
  },
  payload: auctionById,
});
