import type { AuctionPayment, ReversalRow } from '../../books/find-payments.ts';
import { simulateReversal } from '../../books/simulate-reversal.ts';
import { committingByItself } from '../../api/plans/commits-by-itself.ts';
import { ReversalKind, ReversalState } from '../../db/generated/enums.ts';
import type { ReversalChange } from '../../payments/simulated/reverse-payment.ts';
import { builder, needs } from '../builder.ts';
import { exposed } from './exposed.ts';
import { viewerOf } from '../context.ts';

const ReversalKindEnum = builder.enumType('ReversalKind', {
  description: 'What became of captured money.',
  values: {
    [ReversalKind.refund]: { description: 'Money was given back at the payment provider.' },
    [ReversalKind.dispute]: { description: 'The cardholder disputes the payment with the bank.' },
    [ReversalKind.fraud_warning]: { description: 'The bank of the card warns of fraud; no money is taken.' },
  },
});

const ReversalStateEnum = builder.enumType('ReversalState', {
  description: 'The state of a refund, dispute or warning of fraud.',
  values: {
    [ReversalState.pending]: { description: 'A refund that is on its way to the card.' },
    [ReversalState.succeeded]: { description: 'A refund that has reached the card.' },
    [ReversalState.failed]: { description: 'A refund that did not reach the card: the money came back.' },
    [ReversalState.inquiry]: { description: 'A bank asks for information; no money is taken.' },
    [ReversalState.closed]: { description: 'An inquiry that ended without a dispute.' },
    [ReversalState.open]: { description: 'A dispute that has taken the money until it is decided.' },
    [ReversalState.won]: { description: 'A dispute that was won: the money came back.' },
    [ReversalState.lost]: { description: 'A dispute that was lost: the money is gone.' },
    [ReversalState.reported]: { description: 'A warning of fraud.' },
  },
});

const PaymentReversal = builder.objectRef<ReversalRow>('PaymentReversal').implement({
  description: 'A refund, a dispute or a warning of fraud, as the payment provider has it.',
  fields: exposed(() => ({
    kind: [ReversalKindEnum, 'A refund, a dispute or a warning.'],
    state: [ReversalStateEnum, 'Its present state.'],
    amountInCents: ['Int', 'Its amount in USD cents.'],
    providerReference: ['String', "The payment provider's name for it."],
    madeAt: ['DateTime', 'When it was made at the payment provider.'],
    changedAt: ['DateTime', 'When its present state was recorded.'],
  })),
});

const AuctionPaymentRef = builder.objectRef<AuctionPayment>('AuctionPayment').implement({
  description: 'The captured money of an auction, and what became of it.',
  fields: exposed((t) => ({
    capturedInCents: ['Int', 'What was captured, in USD cents.'],
    refundedInCents: ['Int', 'What is refunded of it, in USD cents.'],
    disputedInCents: ['Int', 'What disputes have taken of it, in USD cents: those that are open or lost.'],
    netInCents: [
      'Int',
      'What is left, in USD cents: captured, less refunded, less disputed. Below zero where refunded money is disputed as well.',
    ],
    applicationFeeInCents: [
      'Int',
      "What the operator keeps of it as a fee, in USD cents, as agreed when the bid was placed; the rest goes to the seller's payment account. 0 where the sale is paid into the operator's own account. Refunds and disputes leave it as it is.",
    ],
    reversals: t.field({
      type: [PaymentReversal],
      description: 'Every refund, dispute and warning of fraud, the oldest first.',
      resolve: ({ reversals }) => [...reversals],
    }),
  })),
});

builder.prismaObjectField('Auction', 'payment', (t) =>
  t.field({
    ...needs('bids:read'),
    type: AuctionPaymentRef,
    nullable: true,
    description: 'The captured money of the auction, and what became of it; null while nothing is captured.',
    resolve: ({ auctionId }, _, { paymentOfAuction }) => paymentOfAuction.load(auctionId),
  }),
);

const PaymentChange = builder.enumType('PaymentChange', {
  description: 'What can happen to captured money at the simulated payment provider.',
  values: {
    refund: { description: 'The seller refunds the payment, wholly or in part.' },
    refund_failed: { description: 'The latest refund does not reach the card.' },
    dispute: { description: 'The cardholder disputes the payment.' },
    dispute_won: { description: 'The open dispute is won.' },
    dispute_lost: { description: 'The open dispute is lost.' },
    fraud_warning: { description: 'The bank of the card warns of fraud.' },
  } satisfies Record<ReversalChange, { description: string }>,
});

const SimulatedPayment = builder.objectRef<{ auctionId: string }>('SimulatedPaymentResult').implement({
  description: 'The payment after a simulated change.',
  fields: (t) => ({
    payment: t.field({
      type: AuctionPaymentRef,
      nullable: true,
      description: 'The captured money, and what became of it.',
      resolve: ({ auctionId }, _, { paymentOfAuction }) => paymentOfAuction.load(auctionId),
    }),
  }),
});

builder.mutationField('simulatePaymentChange', (t) =>
  t.field({
    // It asks the payment provider.
    ...committingByItself(needs('auctions:write')),
    type: SimulatedPayment,
    description:
      'For test sellers: refunds or disputes the captured money of an auction, as a person at the dashboard of a real payment provider or a cardholder would.',
    args: {
      auctionId: t.arg({ type: 'UUID', required: true, description: 'A sold auction.' }),
      change: t.arg({ type: PaymentChange, required: true, description: 'What happens.' }),
      amountInCents: t.arg.int({ description: 'The amount of a refund or dispute; without it, all that is left.' }),
    },
    resolve: async (_, { auctionId, change, amountInCents }, context) => {
      await simulateReversal(context.deps, viewerOf(context), {
        auctionId,
        change,
        amountInCents: amountInCents ?? null,
      });
      return { auctionId };
    },
  }),
);
