import { type Attention, attentionKinds, findAttention } from '../admin/find-attention.ts';
import { whyAttention } from '../admin/why-attention.ts';
import type { Page } from '../core/page-input.ts';
import { AuthorizationStateEnum, PaymentProviderEnum } from './admin-bids.ts';
import { builder, needs } from './builder.ts';
import { pageArguments } from './page-arguments.ts';

const AttentionKindEnum = builder.enumType('AttentionKind', {
  description: 'Why a settlement needs attention.',
  values: {
    SETTLEMENT_OPEN: { value: attentionKinds[0], description: 'It ended more than 5 minutes ago and is not settled.' },
    NOT_RELEASED: { value: attentionKinds[1], description: 'Money is held an hour after the auction was completed.' },
    HOLD_WILL_LAPSE: { value: attentionKinds[2], description: 'A hold lapses before the end of its auction.' },
  },
});

const AttentionRef = builder.objectRef<Attention>('SettlementAttention').implement({
  description: "One thing about one auction's money that is not as it should be.",
  fields: (t) => ({
    kind: t.expose('kind', { type: AttentionKindEnum, description: 'Why it needs attention.' }),
    why: t.string({ description: 'The same in a sentence, and what to look at.', resolve: whyAttention }),
    since: t.expose('since', {
      type: 'DateTime',
      description: "Since when: the auction's end, its completion, or when the money was held.",
    }),
    auctionId: t.expose('auctionId', { type: 'UUID', description: 'The auction.' }),
    auctionTitle: t.exposeString('auctionTitle', { description: 'Its title.' }),
    sellerId: t.expose('sellerId', { type: 'UUID', description: 'Whose it is.' }),
    sellerName: t.exposeString('sellerName', { description: 'The name of that seller.' }),
    authorizationId: t.expose('authorizationId', {
      type: 'UUID',
      nullable: true,
      description: 'The money it is about; null where the settlement waits for none in particular.',
    }),
    bidId: t.expose('bidId', { type: 'UUID', nullable: true, description: 'The bid that it backs.' }),
    valueInCents: t.exposeInt('valueInCents', { nullable: true, description: 'How much, in USD cents.' }),
    state: t.expose('state', { type: AuthorizationStateEnum, nullable: true, description: 'Where the money stands.' }),
    provider: t.expose('provider', { type: PaymentProviderEnum, nullable: true, description: 'Who holds it.' }),
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
      description: 'When the service looks again by itself; null: it does not.',
    }),
    lastReason: t.exposeString('lastReason', { nullable: true, description: 'What the provider said last.' }),
  }),
});

const AttentionList = builder.objectRef<Page<Attention>>('SettlementAttentionList').implement({
  description: 'One page of what needs attention.',
  fields: (t) => ({
    settlements: t.field({ type: [AttentionRef], description: 'Oldest first.', resolve: ({ items }) => items }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there more behind this page?' }),
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
