import { bidOrders, orderNamed } from '../../bids/bid-order.ts';
import { countBids } from '../../bids/count-bids.ts';
import { findBidPage } from '../../bids/find-bid-page.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { bidOrderArgument } from './bid-order-argument.ts';
import { builder, needs } from '../builder.ts';
import { connectionOf } from './connection-of.ts';
import { viewerOf } from '../context.ts';

const BidConnection = builder.connectionObject(
  { type: Bid, name: 'BidConnection', description: 'One page of bids.' },
  { name: 'BidEdge', description: 'A bid and its place in the connection.' },
);

builder.queryField('bidConnection', (t) =>
  t.connection(
    {
      ...needs('bids:read'),
      type: Bid,
      description:
        'The bids on your auctions by cursors: pages neither skip nor repeat one when others are placed meanwhile. Filters may be combined.',
      args: {
        auctionId: t.arg({ type: 'UUID', description: 'Only bids on this auction.' }),
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        orderBy: bidOrderArgument(t.arg),
      },
      resolve: async (_, args, context) => {
        const { auctionId, bidderId } = args;
        const viewer = viewerOf(context);
        const page = await findBidPage(context.deps, viewer, args);
        return connectionOf(page, bidOrders[orderNamed(args)], () =>
          countBids(context.deps, viewer, { auctionId, bidderId }),
        );
      },
    },
    BidConnection,
  ),
);

builder.prismaObjectField(Auction, 'bidConnection', (t) =>
  t.connection(
    {
      ...needs('bids:read'),
      type: Bid,
      description: 'The bids on the auction by cursors, the newest or the highest first.',
      args: {
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        orderBy: bidOrderArgument(t.arg),
      },
      resolve: async ({ auctionId }, args, { bidPageOfAuction, bidCountOfAuction }) => {
        const page = await bidPageOfAuction(args).load(auctionId);
        return connectionOf(page, bidOrders[orderNamed(args)], () =>
          bidCountOfAuction(args.bidderId ?? null).load(auctionId),
        );
      },
    },
    BidConnection,
  ),
);
