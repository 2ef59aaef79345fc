import { type BidOfSeller, findAllBids } from '../../admin/find-all-bids.ts';
import type { Page } from '../../core/page-input.ts';
import { AuthorizationState, PaymentProvider } from '../../db/generated/enums.ts';
import { builder, needs } from '../builder.ts';
import { pageArguments } from './page-arguments.ts';

export const AuthorizationStateEnum = builder.enumType('AuthorizationState', {
  description: 'The state of the money that backs a bid.',
  values: {
    [AuthorizationState.intended]: { description: 'The hold is about to be requested.' },
    [AuthorizationState.challenged]: { description: "The bidder's bank requires the bidder's confirmation." },
    [AuthorizationState.authorized]: { description: 'Held.' },
    [AuthorizationState.capturing]: { description: 'A capture was requested, and there is no clear answer yet.' },
    [AuthorizationState.captured]: { description: 'Captured.' },
    [AuthorizationState.releasing]: { description: 'To be released, until the provider confirms.' },
    [AuthorizationState.released]: { description: 'Released.' },
    [AuthorizationState.expired]: { description: 'Lapsed at the provider.' },
    [AuthorizationState.failed]: { description: 'Never held, or refused permanently.' },
  },
});

export const PaymentProviderEnum = builder.enumType('PaymentProvider', {
  description: 'The payment provider that holds and moves the money.',
  values: {
    [PaymentProvider.simulated]: { description: 'The simulated one, of test sellers.' },
    [PaymentProvider.stripe]: { description: 'Stripe, of live sellers.' },
  },
});

const AdminBid = builder.objectRef<BidOfSeller>('AdminBid').implement({
  description: "A bid on any seller's auction, and the money that backs it, for admins.",
  fields: (t) => ({
    bidId: t.expose('bidId', { type: 'UUID', description: 'Unique identifier.' }),
    auctionId: t.expose('auctionId', { type: 'UUID', description: 'The auction it is on.' }),
    auctionTitle: t.exposeString('auctionTitle', { description: 'The title of that auction.' }),
    sellerId: t.expose('sellerId', { type: 'UUID', description: 'The seller of the auction.' }),
    sellerName: t.exposeString('sellerName', { description: 'The name of that seller.' }),
    bidderId: t.exposeString('bidderId', { description: 'The bidder.' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'When it was placed.' }),
    bidValueInCents: t.exposeInt('bidValueInCents', { description: 'Gross value in USD cents.' }),
    isWinningBid: t.exposeBoolean('isWinningBid', { description: 'Is this the winning bid?' }),
    authorizationId: t.expose('authorizationId', {
      type: 'UUID',
      nullable: true,
      description: 'Its latest authorization: a renewal replaces an older one.',
    }),
    authorizationState: t.expose('authorizationState', {
      type: AuthorizationStateEnum,
      nullable: true,
      description: 'The state of its money.',
    }),
    provider: t.expose('provider', {
      type: PaymentProviderEnum,
      nullable: true,
      description: 'The provider that holds it.',
    }),
    providerReference: t.exposeString('providerReference', {
      nullable: true,
      description: "The provider's own name for the payment, to look it up there.",
    }),
    captureBefore: t.expose('captureBefore', {
      type: 'DateTime',
      nullable: true,
      description: 'When the hold lapses, by the provider.',
    }),
    failureCode: t.exposeString('failureCode', {
      nullable: true,
      description: 'The reason of the failure, as a stable code.',
    }),
  }),
});

const AdminBidList = builder.objectRef<Page<BidOfSeller>>('AdminBidList').implement({
  description: 'One page of bids.',
  fields: (t) => ({
    bids: t.field({ type: [AdminBid], description: 'Newest first.', resolve: ({ items }) => items }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there at least one more bid after this page?' }),
  }),
});

builder.queryField('adminBids', (t) =>
  t.field({
    ...needs('admin'),
    type: AdminBidList,
    description: 'For admins: lists the bids on the auctions of all sellers, newest first. Filters may be combined.',
    args: {
      sellerId: t.arg({ type: 'UUID', description: "Only bids on this seller's auctions." }),
      auctionId: t.arg({ type: 'UUID', description: 'Only bids on this auction.' }),
      bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, args, { deps }) => findAllBids(deps, args),
  }),
);
