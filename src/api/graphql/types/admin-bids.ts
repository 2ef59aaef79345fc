import { bySql } from '#one-statement/plugin.ts';
import { bidPageOfAll } from '../../../settlement/admin/find-across-sellers.ts';
import { bidsCounted, bidsSearched } from '../../../auctions/bids/reads.ts';
import { builder } from '../builder.ts';
import { Bid } from './bid.ts';
import { BidConnection } from './connections.ts';
import { BidOfAllFilter } from './list-inputs.ts';

builder.queryField('adminBids', (t) =>
  t.connection(
    {
      access: { scope: 'admin' },
      sql: { page: bidPageOfAll, rowsSearched: bidsSearched, rowsCounted: bidsCounted },
      resolve: bySql,
      type: Bid,
      description: 'For admins: the bids on the auctions of all sellers, newest first.',
      args: { filter: t.arg({ type: BidOfAllFilter, description: 'Only these bids.' }) },
    },
    BidConnection,
  ),
);
