import { fromStatement } from '../../api/plans/field-plan.ts';
import { auctionPage } from '../../auctions/reads.ts';
import { bidPage, bidPageOfAuction } from '../../bids/reads.ts';
import { Auction, AuctionStatusEnum } from './auction.ts';
import { Bid } from './bid.ts';
import { bidOrderArgument } from './bid-order-argument.ts';
import { builder, needs } from '../builder.ts';
import { fromPlan } from '../context.ts';

const pageArguments = ['first', 'after', 'last', 'before'] as const;

builder.queryField('auctionConnection', (t) =>
  t.connection(
    {
      ...needs('auctions:read', { public: [...pageArguments, 'status'], page: auctionPage }),
      type: Auction,
      description:
        'Your auctions, newest first, by cursors: pages neither skip nor repeat one when others are created meanwhile.',
      args: {
        status: t.arg({ type: AuctionStatusEnum, description: 'Only auctions with this status; without it, all.' }),
      },
      resolve: fromPlan,
    },
    { name: 'AuctionConnection', description: 'One page of auctions.' },
    { name: 'AuctionEdge', description: 'An auction and its place in the connection.' },
  ),
);

const BidConnection = builder.connectionObject(
  { type: Bid, name: 'BidConnection', description: 'One page of bids.' },
  { name: 'BidEdge', description: 'A bid and its place in the connection.' },
);

builder.queryField('bidConnection', (t) =>
  t.connection(
    {
      ...needs('bids:read', { page: bidPage }),
      type: Bid,
      description:
        'The bids on your auctions by cursors: pages neither skip nor repeat one when others are placed meanwhile. Filters may be combined.',
      args: {
        auctionId: t.arg({ type: 'UUID', description: 'Only bids on this auction.' }),
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        orderBy: bidOrderArgument(t.arg),
      },
      resolve: fromPlan,
    },
    BidConnection,
  ),
);

builder.prismaObjectField(Auction, 'bidConnection', (t) =>
  t.connection(
    {
      ...needs('bids:read', { public: [...pageArguments, 'orderBy'], page: bidPageOfAuction }),
      type: Bid,
      description: 'The bids on the auction by cursors, the newest or the highest first.',
      args: {
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        orderBy: bidOrderArgument(t.arg),
      },
      resolve: fromStatement,
    },
    BidConnection,
  ),
);
