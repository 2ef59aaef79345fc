import { anyAuthorization } from '../../../settlement/admin/find-across-sellers.ts';
import { authorizationProperties, type Authorization as Row } from '../../../payments/holds/authorization.ts';
import type { AuthorizationState, PaymentProvider } from '../../../platform/db/generated/enums.ts';
import { readSelected } from '../read-selected.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { identify } from './node.ts';

export const AuthorizationStateEnum = enumInCapitals<AuthorizationState>(
  'AuthorizationState',
  'The state of the money that backs a bid.',
  {
    intended: 'The hold is about to be requested.',
    challenged: "The bidder's bank requires the bidder's confirmation.",
    authorized: 'Held.',
    capturing: 'A capture was requested, and there is no clear answer yet.',
    captured: 'Captured.',
    releasing: 'To be released, until the provider confirms.',
    captured_outside: 'Captured at the provider without a request of settlement.',
    released: 'Released.',
    expired: 'Lapsed at the provider.',
    failed: 'Never held, or refused permanently.',
  },
);

export const PaymentProviderEnum = enumInCapitals<PaymentProvider>(
  'PaymentProvider',
  'The payment provider that holds and moves the money.',
  {
    simulated: 'The simulated one, of test sellers.',
    stripe: 'Stripe, of live sellers.',
  },
);

export const Authorization = builder.objectRef<Row>('Authorization').implement({
  sql: { columns: () => authorizationProperties },
  description: 'Money that is held on a bidder’s card, or is about to be. A renewal is an authorization of its own.',
  fields: exposed((t) => ({
    authorizationId: ['UUID', 'Unique identifier.'],
    // Nullable as that of a bid, so that one selection may read both.
    auction: t.field({
      access: { scope: 'admin' },
      sql: { from: 'from auctions where auctions.auction_id = authorizations.auction_id' },
      type: Auction,
      description: 'The auction that it is for.',
    }),
    bid: t.field({
      sql: { from: 'from bids where bids.bid_id = authorizations.bid_id' },
      type: Bid,
      nullable: true,
      description: 'The bid that it backs. It is null until the bid is placed, and stays null if the bid is refused.',
    }),
    bidderId: ['String', 'The bidder.'],
    email: ['String', 'The e-mail address that the bidder gave.'],
    valueInCents: ['Cents', 'The amount in USD cents.'],
    capturedInCents: [orNull('Cents'), 'The captured amount, in USD cents; null if nothing was.'],
    state: [AuthorizationStateEnum, 'The state of the money.'],
    failureCode: [orNull(FailureCodeEnum), 'Why it failed or is released.'],
    provider: [PaymentProviderEnum, 'The provider that holds it.'],
    providerReference: [orNull('String'), "The provider's own name for the payment, to look it up there."],
    captureBefore: [orNull('DateTime'), 'When the hold lapses, by the provider.'],
    createdAt: ['DateTime', 'When it was recorded, before the provider was asked.'],
    closedAt: [orNull('DateTime'), 'When it became final; null until then.'],
  })),
});

identify(Authorization, {
  by: 'authorizationId',
  access: { scope: 'admin' },
  find: (authorizationId, context, info) =>
    readSelected(context, info, (parameter) => anyAuthorization(authorizationId, parameter), 'Authorization'),
});

builder.prismaObjectField(Bid, 'authorization', (t) =>
  t.field({
    access: { scope: 'admin' },
    sql: { from: 'from authorizations where authorizations.authorization_id = bids.authorization_id' },
    type: Authorization,
    nullable: true,
    description: 'For admins: the money that backs it; a renewal replaces an older one. Null for a bid without a hold.',
  }),
);
