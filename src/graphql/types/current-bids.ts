import { bidsOfAuction } from '../../bids/bids-of-auction.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder, needs } from '../builder.ts';

// Declares the leading and winning bid of an auction, and the auction of a bid.

builder.prismaObjectFields(Auction, (t) => ({
  leadingBid: t.field({
    ...needs('bids:read', { from: bidsOfAuction.leading }),
    type: Bid,
    nullable: true,
    description:
      'The highest bid, of equal ones the earliest; null while there is none. This is not yet the winner, whose funds have to be captured first. It stays the highest bid even if another bid wins.',
    resolve: ({ auctionId }, _, { leadingBidOfAuction }) => leadingBidOfAuction.load(auctionId),
  }),
  bidCount: t.int({
    ...needs('bids:read', { value: () => bidsOfAuction.count }),
    description: 'The number of bids on the auction.',
    resolve: ({ auctionId }, _, { bidCountOfAuction }) => bidCountOfAuction(null).load(auctionId),
  }),
}));

builder.prismaObjectField(Bid, 'auction', (t) =>
  t.field({
    ...needs('auctions:read'),
    type: Auction,
    description: 'The auction the bid belongs to.',
    resolve: ({ auctionId, sellerId }, _, { auctionOfKey }) => auctionOfKey.load({ auctionId, sellerId }),
  }),
);
