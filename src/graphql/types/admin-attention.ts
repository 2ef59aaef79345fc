import { type Attention, attentionKinds, findAttention } from '../../admin/find-attention.ts';
import { whyAttention } from '../../admin/why-attention.ts';
import type { Page } from '../../core/page-input.ts';
import { AuthorizationStateEnum, PaymentProviderEnum } from './admin-bids.ts';
import { builder, needs } from '../builder.ts';
import { pageArguments } from './page-arguments.ts';

const AttentionKindEnum = builder.enumType('AttentionKind', {
  description: 'The reason for which a settlement needs attention.',
  values: {
    SETTLEMENT_OPEN: { value: attentionKinds[0], description: 'It ended more than 5 minutes ago and is not settled.' },
    NOT_RELEASED: { value: attentionKinds[1], description: 'Money is held an hour after the auction was completed.' },
    OUTCOME_UNKNOWN: {
      value: attentionKinds[3],
      description: 'The provider has given no clear answer about a payment for more than 15 minutes.',
    },
    SETTLEMENT_HELD: {
      value: attentionKinds[4],
      description: 'A payment of the auction was captured, or may be, and the books do not show it.',
    },
    CAPTURES_STOPPED: {
      value: attentionKinds[5],
      description: 'It has ended, and an operator has stopped the captures of its seller.',
    },
    HOLD_WILL_LAPSE: { value: attentionKinds[2], description: 'A hold lapses before the end of its auction.' },
  },
});

const AttentionRef = builder.objectRef<Attention>('SettlementAttention').implement({
  description: 'A fault in the settlement of one auction.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AttentionKindEnum, description: 'The kind of the fault.' }),
    why: t.string({ description: 'An explanation in a sentence, with the next step.', resolve: whyAttention }),
    since: t.expose('since', {
      type: 'DateTime',
      description:
        "The instant since which the fault exists: the auction's end, its completion, the stop of captures, or when the money was held.",
    }),
    auctionId: t.expose('auctionId', { type: 'UUID', description: 'The auction.' }),
    auctionTitle: t.exposeString('auctionTitle', { description: 'Its title.' }),
    sellerId: t.expose('sellerId', { type: 'UUID', description: 'The seller of the auction.' }),
    sellerName: t.exposeString('sellerName', { description: 'The name of that seller.' }),
    authorizationId: t.expose('authorizationId', {
      type: 'UUID',
      nullable: true,
      description: 'The authorization with the fault; null if the settlement waits for none in particular.',
    }),
    bidId: t.expose('bidId', { type: 'UUID', nullable: true, description: 'The bid that it backs.' }),
    valueInCents: t.exposeInt('valueInCents', { nullable: true, description: 'The amount in USD cents.' }),
    state: t.expose('state', { type: AuthorizationStateEnum, nullable: true, description: 'The state of the money.' }),
    provider: t.expose('provider', {
      type: PaymentProviderEnum,
      nullable: true,
      description: 'The provider that holds it.',
    }),
    providerReference: t.exposeString('providerReference', {
      nullable: true,
      description: "The provider's own name for the payment.",
    }),
    captureBefore: t.expose('captureBefore', {
      type: 'DateTime',
      nullable: true,
      description: 'When the hold lapses, by the provider.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The instant of the next automatic attempt; null: there is none.',
    }),
    lastReason: t.exposeString('lastReason', { nullable: true, description: "The provider's last message." }),
  }),
});

const AttentionList = builder.objectRef<Page<Attention>>('SettlementAttentionList').implement({
  description: 'One page of settlements that need attention.',
  fields: (t) => ({
    settlements: t.field({ type: [AttentionRef], description: 'Oldest first.', resolve: ({ items }) => items }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there more after this page?' }),
  }),
});

builder.queryField('settlementsNeedingAttention', (t) =>
  t.field({
    ...needs('admin'),
    type: AttentionList,
    description:
      'For admins: settlements that are open longer than expected, money that is not released, and holds that will lapse. Empty when all is well.',
    args: pageArguments(t.arg),
    resolve: (_, args, { deps }) => findAttention(deps, args),
  }),
);
