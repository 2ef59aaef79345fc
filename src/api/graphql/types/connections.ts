import { bySql } from '#one-statement/plugin.ts';
import { pageOfAuctions, rowsCounted, rowsSearched } from '../../../auctions/page-of-auctions.ts';
import { type Bidder, bidderPage, bidderProperties, maxBidsCounted } from '../../../auctions/bidders/bidder-page.ts';
import {
  bidPage,
  bidPageOfAuction,
  bidsCounted,
  bidsCountedOfAuction,
  bidsSearched,
} from '../../../auctions/bids/reads.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { AuctionFilter, AuctionOrder, BidFilter, BidOfAuctionFilter, BidOrder } from './list-inputs.ts';
import { maxSearched } from '../../../platform/db/page-rows.ts';

const pageArguments = ['first', 'after', 'last', 'before'] as const;

export const AuctionConnection = builder.connectionObject(
  { type: Auction, name: 'AuctionConnection', description: 'One page of auctions.' },
  { name: 'AuctionEdge', description: 'An auction and its place in the connection.' },
);

builder.queryField('auctions', (t) =>
  t.connection(
    {
      access: { scope: 'auctions:read', public: [...pageArguments, 'filter', 'orderBy'] },
      sql: { page: pageOfAuctions, rowsSearched, rowsCounted },
      resolve: bySql,
      type: Auction,
      description:
        'Your auctions, in pages that neither skip nor repeat one when others are created meanwhile: the newest first unless you order them.',
      args: {
        filter: t.arg({ type: AuctionFilter, description: 'Only these auctions.' }),
        orderBy: t.arg({ type: AuctionOrder, description: 'In which order.' }),
      },
    },
    AuctionConnection,
  ),
);

export const BidConnection = builder.connectionObject(
  { type: Bid, name: 'BidConnection', description: 'One page of bids.' },
  { name: 'BidEdge', description: 'A bid and its place in the connection.' },
);

builder.queryField('bids', (t) =>
  t.connection(
    {
      access: { scope: 'bids:read' },
      sql: { page: bidPage, rowsSearched: bidsSearched, rowsCounted: bidsCounted },
      resolve: bySql,
      type: Bid,
      description:
        'The bids on your auctions, in pages that neither skip nor repeat one when others are placed meanwhile: the newest first unless you order them.',
      args: {
        filter: t.arg({ type: BidFilter, description: 'Only these bids.' }),
        orderBy: t.arg({ type: BidOrder, description: 'In which order.' }),
      },
    },
    BidConnection,
  ),
);

builder.prismaObjectField(Auction, 'bids', (t) =>
  t.connection(
    {
      access: { scope: 'bids:read', or: 'admin', public: [...pageArguments, 'orderBy'] },
      sql: { page: bidPageOfAuction, rowsSearched: bidsSearched, rowsCounted: bidsCountedOfAuction },
      resolve: bySql,
      type: Bid,
      description: 'The bids on the auction, the newest first unless you order them.',
      args: {
        filter: t.arg({ type: BidOfAuctionFilter, description: 'Only these bids.' }),
        orderBy: t.arg({ type: BidOrder, description: 'In which order.' }),
      },
    },
    BidConnection,
  ),
);

const BidderRef = builder.objectRef<Bidder>('Bidder').implement({
  sql: { columns: () => bidderProperties },
  description: `A bidder on your auctions. Bids and wins are counted among its newest ${maxBidsCounted.toLocaleString('en')} bids.`,
  fields: exposed(() => ({
    bidderId: ['String', 'The bidder, as its bids show it.'],
    firstBidAt: ['DateTime', 'When it placed its first bid.'],
    lastBidAt: ['DateTime', 'When it placed its latest bid.'],
    bidCount: ['Int', 'The number of its bids.'],
    winCount: ['Int', 'The number of its bids that have won.'],
    wonInCents: ['Cents', 'The value of the bids that have won, in USD cents.'],
    email: [orNull('String'), 'The e-mail address that it gave with its latest bid; null once the bidder is erased.'],
    isBanned: ['Boolean', 'Is it banned from your auctions?'],
  })),
});

builder.queryField('bidders', (t) =>
  t.connection(
    {
      access: { scope: 'bids:read' },
      sql: { page: bidderPage, rowsSearched: () => maxSearched, rowsCounted: () => maxSearched },
      resolve: bySql,
      type: BidderRef,
      description: `The bidders on your auctions by cursors: those whose first bid is the newest come first. A page searches ${maxSearched.toLocaleString('en')} bids: it may be short, and as long as \`hasNextPage\` is true, the \`endCursor\` leads on.`,
      args: { bidderId: t.arg.string({ description: 'Only this bidder.' }) },
    },
    { name: 'BidderConnection', description: 'One page of bidders.' },
    { name: 'BidderEdge', description: 'A bidder and its place in the connection.' },
  ),
);
