import { bySql } from '#one-statement/plugin.ts';
import { auctionPageOfAll } from '../../../settlement/admin/find-across-sellers.ts';
import { maxSearched } from '../../../platform/db/page-rows.ts';
import { builder } from '../builder.ts';
import { Seller } from './admin-sellers.ts';
import { Auction } from './auction.ts';
import { AuctionConnection } from './connections.ts';
import { orNull } from './exposed.ts';
import { AuctionOfAllFilter } from './list-inputs.ts';

const access = { scope: 'admin' } as const;

builder.prismaObjectFields(Auction, (t) => ({
  sellerAccount: t.field({
    access,
    sql: { from: 'from sellers where sellers.seller_id = auctions.seller_id' },
    type: Seller,
    description: 'For admins: the account of its seller.',
  }),
  captureRequestedAt: t.expose('captureRequestedAt', {
    ...orNull('DateTime'),
    access,
    description: 'For admins: when the first capture was requested; null if none was.',
  }),
  completedAt: t.expose('completedAt', {
    ...orNull('DateTime'),
    access,
    description: 'For admins: when it became final; null until then.',
  }),
}));

builder.queryField('adminAuctions', (t) =>
  t.connection(
    {
      access,
      sql: { page: auctionPageOfAll, rowsSearched: () => maxSearched, rowsCounted: () => maxSearched },
      resolve: bySql,
      type: Auction,
      description: 'For admins: the auctions of all sellers, newest first.',
      args: { filter: t.arg({ type: AuctionOfAllFilter, description: 'Only these auctions.' }) },
    },
    AuctionConnection,
  ),
);
