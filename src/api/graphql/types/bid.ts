import { bidProperties } from '../../../auctions/bids/bid-row.ts';
import { anyBid, bidOfWinner, listedBids, oneBid, pseudonymOfBidder } from '../../../auctions/bids/reads.ts';
import { isOperator } from '../../../core/viewer.ts';
import { emailOfWinner } from '../../../auctions/bids/winner-reference.ts';
import { builder, shownToAll } from '../builder.ts';

import { columnsOf } from './exposed.ts';
import { identify } from './node.ts';
import { pageArguments } from './page-arguments.ts';
import { readSelected } from '../read-selected.ts';
import { objectId } from './object-id.ts';

export const Bid = builder.prismaObject('Bid', {
  sql: { columns: () => bidProperties, keys: ['bidId', 'auctionId', 'sellerId'] },
  description:
    'A bid, placed by a bidder on the auction page and backed by a card authorization. Bids are only read here: no operation places, changes or retracts one.',
  fields: (t) =>
    columnsOf('Bid', t, {
      bidId: ['UUID', 'Unique identifier.', shownToAll],
      bidderId: [
        'String',
        "The bidder, in words shared by the service and the seller: the bidder's e-mail address, or the internal identifier that the auction URL carried as its `bidderId` query parameter.",
      ],
      bidderPseudonym: t.string({
        access: { public: [] },
        sql: { expression: () => pseudonymOfBidder },
        description:
          'A name for the bidder, the same for all bids of this bidder on this auction. It says nothing else about the bidder, and another auction has another.',
      }),
      placedAt: ['DateTime', 'When the bid was placed and the payment authorized.', shownToAll],
      bidValueInCents: ['Cents', 'Gross value of the bid in USD cents, backed by a payment authorization.', shownToAll],
      auctionId: ['UUID', 'The auction the bid belongs to.', shownToAll],
      isWinningBid: [
        'Boolean',
        'True only for the winning bid once the auction is `completed`. While the auction is `ongoing` it is false for every bid, the highest included.',
        shownToAll,
      ],
      winnerReference: t.string({
        sql: { expression: () => 'bids.winner_reference' },
        nullable: true,
        description:
          'The reference by which you know the winner, such as `K7Q-P3M-XRT`: the page and the message of the winner show it, and nobody else gets it. null if the bid has not won.',
      }),
      winnerEmail: t.string({
        sql: { expression: () => emailOfWinner },
        nullable: true,
        description:
          'The e-mail address that the winner gave, also where the link of the winner named a `bidderId`. null if the bid has not won, and once the bidder is erased.',
      }),
    }),
});

identify(Bid, {
  by: 'bidId',
  access: { scope: 'bids:read', or: 'admin', public: [] },
  find: (bidId, context, info) => {
    const find = isOperator(context.viewer) ? anyBid : oneBid;
    return readSelected(context, info, (parameter) => find({ bidId }, parameter), 'Bid');
  },
});

builder.queryFields((t) => ({
  bidsOfV1: t.field({
    access: { scope: 'bids:read' },
    extensions: { inV1: 'bids' },
    sql: { rows: listedBids },
    type: [Bid],
    description: 'Lists the bids on your auctions, newest first. Filters may be combined.',
    args: {
      auctionId: t.arg({ type: 'UUID', description: 'Only bids on this auction.' }),
      bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
      ...pageArguments(t.arg),
    },
  }),
  bid: t.field({
    access: { scope: 'bids:read' },
    refuses: { codes: ['bid_not_found'] },
    sql: { rows: oneBid },
    type: Bid,
    description: 'Reads one bid on one of your auctions.',
    args: { bidId: t.arg({ ...objectId('Bid'), required: true, description: 'The bid to read.' }) },
  }),
  bidOfWinner: t.field({
    access: { scope: 'bids:read' },
    refuses: { codes: ['bid_not_found'] },
    sql: { rows: bidOfWinner },
    type: Bid,
    description: 'Finds the winning bid of somebody who quotes a reference, on one of your auctions.',
    args: {
      reference: t.arg.string({
        required: true,
        description:
          'The `winnerReference`, in capitals or not, with or without its hyphens. A mistyped one is `invalid_request`, because its last symbol does not match.',
      }),
    },
  }),
}));
