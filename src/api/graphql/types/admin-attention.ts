import {
  type Attention,
  type AttentionKind,
  findAttention,
  whyAttention,
} from '../../../settlement/admin/attention.ts';
import { AuthorizationStateEnum, PaymentProviderEnum } from './authorization.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { connectionOf } from './list-connection.ts';

const AttentionKindEnum = enumInCapitals<AttentionKind>(
  'AttentionKind',
  'The reason for which a settlement needs attention.',
  {
    settlement_open: 'It ended more than 5 minutes ago and is not settled.',
    not_released: 'Money is held an hour after the auction was completed.',
    outcome_unknown: 'The provider has given no clear answer about a payment for more than 15 minutes.',
    settlement_held: 'A payment of the auction was captured, or may be, and the books do not show it.',
    captured_outside: 'A payment was captured at the provider without a request of settlement.',
    captured_in_part: 'Less was captured than was held.',
    disputed_in_excess: 'The bank of the card has taken more in disputes than was captured.',
    captures_stopped: 'It has ended, and an operator has stopped the captures of its seller.',
    waits_for_account:
      'It has ended, and the provider refuses the capture for the account of the seller or for the key of the operator.',
    bids_refused: 'The provider gave no answer to bids, which were refused: one row for all of them.',
    hold_will_lapse: 'A hold lapses before the end of its auction.',
  },
);

const AttentionRef = builder.objectRef<Attention>('SettlementAttention').implement({
  description: 'A fault in the settlement of one auction.',
  fields: exposed((t) => ({
    kind: [AttentionKindEnum, 'The kind of the fault.'],
    why: t.string({ description: 'An explanation in a sentence, with the next step.', resolve: whyAttention }),
    since: [
      'DateTime',
      "The instant since which the fault exists: the auction's end, its completion, the stop of captures, or when the money was held or captured.",
    ],
    count: [
      'Int',
      'How many payments have the fault: more than one only of BIDS_REFUSED, of which the oldest is shown.',
    ],
    auctionId: ['UUID', 'The auction.'],
    auctionTitle: ['String', 'Its title.'],
    sellerId: ['UUID', 'The seller of the auction.'],
    sellerName: ['String', 'The name of that seller.'],
    authorizationId: [
      orNull('UUID'),
      'The authorization with the fault; null if the settlement waits for none in particular.',
    ],
    bidId: [orNull('UUID'), 'The bid that it backs; null: no bid was placed with it.'],
    valueInCents: [
      orNull('Cents'),
      'The amount in USD cents; null: the settlement waits for no payment in particular.',
    ],
    capturedInCents: [orNull('Cents'), 'The captured amount, in USD cents; null if nothing was.'],
    state: [
      orNull(AuthorizationStateEnum),
      'The state of the money; null: the settlement waits for no payment in particular.',
    ],
    provider: [
      orNull(PaymentProviderEnum),
      'The provider that holds it; null: the settlement waits for no payment in particular.',
    ],
    providerReference: [
      orNull('String'),
      "The provider's own name for the payment; null before the provider has answered.",
    ],
    captureBefore: [orNull('DateTime'), 'When the hold lapses, by the provider; null before the money is held.'],
    nextAttemptAt: [orNull('DateTime'), 'The instant of the next automatic attempt; null: there is none.'],
    failureCode: [orNull(FailureCodeEnum), 'Why the provider refuses; null: it does not refuse.'],
    lastReason: [
      orNull('String'),
      'What came instead of the answer to the last capture, in words; null: an answer came, or nothing yet.',
    ],
  })),
});

builder.queryField('settlementsNeedingAttention', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
      type: AttentionRef,
      description:
        'For admins: settlements that are open longer than expected, captures that wait for an account, money that is not released, and holds that will lapse, oldest first. Empty when all is well.',
      resolve: (_, args, { deps }) => findAttention(deps, args),
    },
    ...connectionOf('SettlementAttention', 'faults in settlements'),
  ),
);
