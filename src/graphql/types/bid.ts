import { bidProperties, type BidRow } from '../../bids/bid-row.ts';
import { listedBids, oneBid, pseudonymOfBidder } from '../../bids/reads.ts';
import { bidOrderArgument } from './bid-order-argument.ts';
import { builder, needs, shownToAll } from '../builder.ts';
import { fromPlan } from '../context.ts';
import { identify } from './node.ts';
import { pageArguments } from './page-arguments.ts';
import { fromStatement } from '../../api/plans/field-plan.ts';
import { readSelected } from '../../api/plans/read-row.ts';

export const Bid = builder.prismaObject('Bid', {
  extensions: { properties: () => bidProperties, keys: ['bidId', 'auctionId', 'sellerId'] satisfies (keyof BidRow)[] },
  description:
    'A bid, placed by a bidder on the auction page and backed by a card authorization. Bids are only read here: no operation places, changes or retracts one.',
  fields: (t) => ({
    bidId: t.expose('bidId', { ...shownToAll, type: 'UUID', description: 'Unique identifier.' }),
    bidderId: t.exposeString('bidderId', {
      description:
        "The bidder, in words shared by the service and the seller: the bidder's e-mail address, or the internal identifier that the auction URL carried as its `bidderId` query parameter.",
    }),
    bidderPseudonym: t.string({
      extensions: { value: () => pseudonymOfBidder, public: [] },
      description:
        'A name for the bidder, the same for all bids of this bidder on this auction. It says nothing else about the bidder, and another auction has another.',
      resolve: fromStatement,
    }),
    placedAt: t.expose('placedAt', {
      ...shownToAll,
      type: 'DateTime',
      description: 'When the bid was placed and the payment authorized.',
    }),
    bidValueInCents: t.exposeInt('bidValueInCents', {
      ...shownToAll,
      description: 'Gross value of the bid in USD cents, backed by a payment authorization.',
    }),
    auctionId: t.expose('auctionId', { ...shownToAll, type: 'UUID', description: 'The auction the bid belongs to.' }),
    isWinningBid: t.exposeBoolean('isWinningBid', {
      ...shownToAll,
      description:
        'True only for the winning bid once the auction is `completed`. While the auction is `ongoing` it is false for every bid, the highest included.',
    }),
  }),
});

identify(Bid, {
  by: 'bidId',
  scope: 'bids:read',
  isPublic: true,
  find: (bidId, { deps, viewer }, info) =>
    readSelected(deps, viewer!, info, (parameter) => oneBid({ bidId }, parameter), 'Bid'),
});

builder.queryFields((t) => ({
  bids: t.field({
    ...needs('bids:read', { source: listedBids }),
    type: [Bid],
    description: 'Lists the bids on your auctions, newest first. Filters may be combined.',
    args: {
      auctionId: t.arg({ type: 'UUID', description: 'Only bids on this auction.' }),
      bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
      orderBy: bidOrderArgument(t.arg),
      ...pageArguments(t.arg),
    },
    resolve: fromPlan,
  }),
  bid: t.field({
    ...needs('bids:read', { refusals: ['bid_not_found'], source: oneBid }),
    type: Bid,
    description: 'Reads one bid on one of your auctions.',
    args: { bidId: t.arg({ type: 'UUID', required: true, description: 'The bid to read.' }) },
    resolve: fromPlan,
  }),
}));
