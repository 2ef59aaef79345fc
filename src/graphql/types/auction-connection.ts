import { countAuctions } from '../../auctions/count-auctions.ts';
import { auctionOrder, findAuctionPage } from '../../auctions/find-auction-page.ts';
import { Auction, AuctionStatusEnum } from './auction.ts';
import { builder, needs } from '../builder.ts';
import { connectionOf } from './connection-of.ts';
import { viewerOf } from '../context.ts';

builder.queryField('auctionConnection', (t) =>
  t.connection(
    {
      ...needs('auctions:read'),
      type: Auction,
      description:
        'Your auctions, newest first, by cursors: pages neither skip nor repeat one when others are created meanwhile.',
      args: {
        status: t.arg({ type: AuctionStatusEnum, description: 'Only auctions with this status; without it, all.' }),
      },
      resolve: async (_, args, context) => {
        const { deps } = context;
        const viewer = viewerOf(context);
        const page = await findAuctionPage(deps, viewer, args);
        return connectionOf(page, auctionOrder, () => countAuctions(deps, viewer, { status: args.status }));
      },
    },
    { name: 'AuctionConnection', description: 'One page of auctions.' },
    { name: 'AuctionEdge', description: 'An auction and its place in the connection.' },
  ),
);
