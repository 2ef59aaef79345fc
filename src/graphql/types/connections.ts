import { bySql } from '#one-statement/plugin.ts';
import type { AuctionOrderName } from '../../auctions/auction-order.ts';
import { auctionPage, rowsCounted, rowsSearched } from '../../auctions/auction-page.ts';
import { type Bidder, bidderPage, bidderProperties, maxBidsCounted } from '../../bidders/bidder-page.ts';
import { bidPage, bidPageOfAuction, rowsCountedOfAuction } from '../../bids/reads.ts';
import { Auction, AuctionStatusEnum } from './auction.ts';
import { Bid, bidOrderArgument } from './bid.ts';
import { builder } from '../builder.ts';
import { enumOf } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { maxSearched } from '../../db/page-rows.ts';
import { maxTotalCount } from '../../core/cursor-page.ts';
import { pageSizeLimit } from '../../core/page-input.ts';

const AuctionOrder = enumOf<AuctionOrderName>('AuctionOrder', 'The order of a list of auctions.', {
  NEWEST_FIRST: 'By their creation, the last one first.',
  OLDEST_FIRST: 'By their creation, the first one first.',
  ENDING_FIRST: 'By the end of the bidding period, the earliest first.',
  ENDING_LAST: 'By the end of the bidding period, the latest first.',
  HIGHEST_BID_FIRST:
    'By the highest bid that was placed, also one that can no longer pay. Auctions without a bid come last.',
  LOWEST_BID_FIRST: 'By the highest bid that was placed, the lowest one first. Auctions without a bid come first.',
});

const pageArguments = ['first', 'after', 'last', 'before'] as const;

builder.queryField('auctionConnection', (t) =>
  t.connection(
    {
      access: {
        scope: 'auctions:read',
        public: [...pageArguments, 'statuses', 'auctionIds', 'endsFromTimestamp', 'endsBeforeTimestamp', 'orderBy'],
      },
      sql: { page: auctionPage, rowsSearched, rowsCounted },
      type: Auction,
      description:
        'Your auctions by cursors: pages neither skip nor repeat one when others are created meanwhile. Filters may be combined. A page with `titleContains`, or with a range of other instants than those of its order, searches 5,000 auctions: it may be short, and as long as `hasNextPage` is true, the `endCursor` leads on.',
      args: {
        statuses: t.arg({
          type: [AuctionStatusEnum],
          description: 'Only auctions with one of these statuses; without it, all.',
        }),
        auctionIds: t.arg({ type: ['UUID'], description: `Only these auctions, at most ${pageSizeLimit}.` }),
        reference: t.arg.string({ description: 'Only auctions with this reference.' }),
        titleContains: t.arg.string({ description: 'Only auctions with this in their title, in any case.' }),
        createdFromTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only auctions created from then on.' }),
        createdBeforeTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only auctions created before.' }),
        endsFromTimestamp: t.arg({
          type: 'UnixTimestamp',
          description: 'Only auctions whose bidding period ends from then on.',
        }),
        endsBeforeTimestamp: t.arg({
          type: 'UnixTimestamp',
          description: 'Only auctions whose bidding period ends before.',
        }),
        orderBy: t.arg({ type: AuctionOrder, defaultValue: 'NEWEST_FIRST', description: 'In which order.' }),
      },
      resolve: bySql,
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
      access: { scope: 'bids:read' },
      sql: { page: bidPage, rowsCounted: () => maxTotalCount },
      type: Bid,
      description:
        'The bids on your auctions by cursors: pages neither skip nor repeat one when others are placed meanwhile. Filters may be combined.',
      args: {
        auctionId: t.arg({ type: 'UUID', description: 'Only bids on this auction.' }),
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        orderBy: bidOrderArgument(t.arg),
      },
      resolve: bySql,
    },
    BidConnection,
  ),
);

builder.prismaObjectField(Auction, 'bidConnection', (t) =>
  t.connection(
    {
      access: { scope: 'bids:read', public: [...pageArguments, 'orderBy'] },
      sql: { page: bidPageOfAuction, rowsCounted: rowsCountedOfAuction },
      resolve: bySql,
      type: Bid,
      description: 'The bids on the auction by cursors, the newest or the highest first.',
      args: {
        bidderId: t.arg.string({ description: 'Only bids of this bidder.' }),
        orderBy: bidOrderArgument(t.arg),
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

builder.queryField('bidderConnection', (t) =>
  t.connection(
    {
      access: { scope: 'bids:read' },
      sql: { page: bidderPage, rowsSearched: () => maxSearched, rowsCounted: () => maxSearched },
      type: BidderRef,
      description: `The bidders on your auctions by cursors: those whose first bid is the newest come first. A page searches ${maxSearched.toLocaleString('en')} bids: it may be short, and as long as \`hasNextPage\` is true, the \`endCursor\` leads on.`,
      args: { bidderId: t.arg.string({ description: 'Only this bidder.' }) },
      resolve: bySql,
    },
    { name: 'BidderConnection', description: 'One page of bidders.' },
    { name: 'BidderEdge', description: 'A bidder and its place in the connection.' },
  ),
);
