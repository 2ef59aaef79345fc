import { createOnboardingLink } from '../../../payments/providers/create-onboarding-link.ts';
import { type PaymentAccountState, stateOfAccount } from '../../../payments/providers/payment-account.ts';
import { isUuid } from '../../../core/uuid.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { columnsOf, exposed, orNull } from './exposed.ts';
import { identify } from './node.ts';
import { showOnce, viewerOf } from '../context.ts';
import { mutation, payloadOf } from './mutation.ts';

const PaymentAccountStateEnum = enumInCapitals<PaymentAccountState>(
  'PaymentAccountState',
  'The state of a payment account.',
  {
    onboarding: 'The onboarding at the provider is not finished.',
    pending: 'The provider is checking what was entered.',
    restricted: 'The provider needs more before it takes charges: see `requirements`.',
    enabled: 'Bids can be held, and sales are paid into it.',
    disconnected: 'The provider no longer lets this service use it.',
  },
);

export const PaymentAccount = builder.prismaObject('PaymentAccount', {
  select: { sellerId: true },
  description: 'The account at the payment provider that the sales of a seller are paid into.',
  fields: (t) =>
    columnsOf('PaymentAccount', t, {
      accountId: t.exposeString('providerReference', { description: "The provider's own name for the account." }),
      state: t.field({
        type: PaymentAccountStateEnum,
        description: 'The state of the account, when it was last read.',
        select: { isConnected: true, chargesEnabled: true, detailsSubmitted: true, requirements: true },
        resolve: stateOfAccount,
      }),
      chargesEnabled: ['Boolean', 'Can bids be held for it, and sales paid into it?'],
      requirements: [['String'], 'The information that the provider still wants, in its own words; at most 50.'],
      disabledReason: [
        orNull('String'),
        'Why it takes no charges, in the words of the provider; null: no reason was given.',
      ],
      isUsed: t.boolean({
        description:
          'Are new sales paid into it? False for a live seller while the operator lets all sales be paid into its own account.',
        select: { provider: true },
        resolve: ({ provider }, _, { deps }) => deps.gateways[provider]?.accounts.areUsed ?? false,
      }),
      connectedAt: ['DateTime', 'Since when it is the account of the seller.'],
      readAt: ['DateTime', 'When the provider last described it.'],
    }),
});

identify(PaymentAccount, {
  by: 'sellerId',
  access: { scope: 'auctions:read', or: 'admin' },
  find: async (id, context) => {
    const { sellerId, scopes } = viewerOf(context);
    const isVisible = id === sellerId || (scopes.has('admin') && isUuid(id));
    return isVisible ? await context.deps.db.prisma.paymentAccount.findFirst({ where: { sellerId: id } }) : null;
  },
});

type OnboardingLink = Awaited<ReturnType<typeof createOnboardingLink>>;

const PaymentOnboardingLink = builder.objectRef<OnboardingLink>('PaymentOnboardingLink').implement({
  description: "An address at which you go through the payment provider's onboarding.",
  fields: exposed((t) => ({
    url: t.string({
      description:
        'Open it in a browser at once: it works once, and anybody who opens it can enter a bank account. It is shown once; a repetition under the same Idempotency-Key says so in its place.',
      resolve: ({ url }, _, context) => showOnce(url, context),
    }),
    expiresAt: ['DateTime', 'From then on the address cannot be opened.'],
    paymentAccount: t.field({
      type: PaymentAccount,
      description: 'The account that the address is for.',
      resolve: ({ account }) => account,
    }),
  })),
});

builder.queryFields((t) => ({
  paymentAccount: t.prismaField({
    access: { scope: 'auctions:read' },
    type: PaymentAccount,
    nullable: true,
    description: 'Reads your payment account, as the provider last described it; null: you have none.',
    resolve: (selection, _, __, context) =>
      context.deps.db.prisma.paymentAccount.findFirst({
        ...selection,
        where: { sellerId: viewerOf(context).sellerId },
      }),
  }),
}));

mutation('createPaymentOnboardingLink', {
  // It calls the payment provider.
  access: { scope: 'payments:write' },
  description:
    'Makes an address at which you go through the onboarding of the payment provider, and a payment account if you have none. Your account is also read again.',
  refuses: { codes: ['payments_unavailable'] },
  commitsByItself: true,
  resolve: (_, context) => createOnboardingLink(context.deps, viewerOf(context)),
  payload: payloadOf('paymentOnboardingLink', PaymentOnboardingLink, 'The address.'),
});
