import { bySql } from '#one-statement/plugin.ts';
import { bidPageOfAll } from '../../../settlement/admin/find-across-sellers.ts';
import { bidsCounted, bidsSearched } from '../../../auctions/bids/reads.ts';
import { builder } from '../builder.ts';
<<<<<<< HEAD
import { Bid } from './bid.ts';
import { BidConnection } from './connections.ts';
import { BidOfAllFilter } from './list-inputs.ts';
=======
import { enumOf } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { identify } from './node.ts';
import { connectionOf } from './list-connection.ts';
import { SellerModeEnum } from './seller-mode.ts';
import { objectId } from './object-id.ts';

export const AuthorizationStateEnum = enumOf<AuthorizationState>(
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

export const PaymentProviderEnum = enumOf<PaymentProvider>(
  'PaymentProvider',
  'The payment provider that holds and moves the money.',
  {
    simulated: 'The simulated one, of test sellers.',
    stripe: 'Stripe, of live sellers.',
  },
);

export const AdminBid = builder.objectRef<BidOfSeller>('AdminBid').implement({
  description: "A bid on any seller's auction, and the money that backs it, for admins.",
  fields: exposed(() => ({
    bidId: ['UUID', 'Unique identifier.'],
    auctionId: ['UUID', 'The auction it is on.'],
    auctionTitle: ['String', 'The title of that auction.'],
    sellerId: ['UUID', 'The seller of the auction.'],
    sellerName: ['String', 'The name of that seller.'],
    sellerMode: [SellerModeEnum, 'Live or test.'],
    bidderId: ['String', 'The bidder.'],
    email: [orNull('String'), 'The e-mail address that the bidder gave with it.'],
    placedAt: ['DateTime', 'When it was placed.'],
    bidValueInCents: ['Cents', 'Gross value in USD cents.'],
    isWinningBid: ['Boolean', 'Is this the winning bid?'],
    authorizationId: [orNull('UUID'), 'Its latest authorization: a renewal replaces an older one.'],
    authorizationState: [orNull(AuthorizationStateEnum), 'The state of its money.'],
    provider: [orNull(PaymentProviderEnum), 'The provider that holds it.'],
    providerReference: [orNull('String'), "The provider's own name for the payment, to look it up there."],
    captureBefore: [orNull('DateTime'), 'When the hold lapses, by the provider.'],
    failureCode: [orNull(FailureCodeEnum), 'The reason of the failure.'],
  })),
});

identify(AdminBid, {
  by: 'bidId',
  scope: 'admin',
  find: async (bidId, { deps }) => (isUuid(bidId) ? (await findAllBids(deps, { bidId })).nodes[0]! : null),
});

const valueSearch = (bound: string) =>
  `Only bids of ${bound} this value in USD cents. A page searches 10,000 bids that the other filters leave: it may be short, and as long as \`hasNextPage\` is true, the \`endCursor\` leads on.`;
>>>>>>> 3161a440 (Give every amount of the schema the type Cents)

builder.queryField('adminBids', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
<<<<<<< HEAD
      sql: { page: bidPageOfAll, rowsSearched: bidsSearched, rowsCounted: bidsCounted },
      type: Bid,
      description: 'For admins: the bids on the auctions of all sellers, newest first.',
      args: { filter: t.arg({ type: BidOfAllFilter, description: 'Only these bids.' }) },
      resolve: bySql,
=======
      type: AdminBid,
      description: 'For admins: the bids on the auctions of all sellers, newest first. Filters may be combined.',
      args: {
        bidId: t.arg({ ...objectId, description: 'Only this bid.' }),
        sellerId: t.arg({ ...objectId, description: "Only bids on this seller's auctions." }),
        auctionId: t.arg({ ...objectId, description: 'Only bids on this auction.' }),
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        email: t.arg.string({
          description: 'Only bids with this e-mail address, exactly as it was given; of its newest 1,000 payments.',
        }),
        minValueInCents: t.arg({ type: 'Cents', description: valueSearch('at least') }),
        maxValueInCents: t.arg({ type: 'Cents', description: valueSearch('at most') }),
        placedFromTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only bids placed from then on.' }),
        placedBeforeTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only bids placed before.' }),
      },
      resolve: (_, args, { deps }) => findAllBids(deps, args),
>>>>>>> 3161a440 (Give every amount of the schema the type Cents)
    },
    BidConnection,
  ),
);
