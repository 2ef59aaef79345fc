import { bidsOfAuction } from '../../../auctions/bids/reads.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder } from '../builder.ts';

// Declares the leading bid of an auction, the number of its bids, and the auction of a bid.

builder.prismaObjectFields(Auction, (t) => ({
  leadingBid: t.field({
    access: { scope: 'bids:read', or: 'admin', public: [] },
    sql: { from: bidsOfAuction.leading },
    type: Bid,
    nullable: true,
    description:
      'The highest bid, of equal ones the earliest; null while there is none. This is not yet the winner, whose funds have to be captured first. It stays the highest bid even if another bid wins.',
  }),
  bidCount: t.int({
    access: { scope: 'bids:read', or: 'admin', public: [] },
    sql: { expression: () => bidsOfAuction.count },
    description: 'The number of bids on the auction.',
  }),
}));

const auctionOfBid =
  'from auctions where auctions.seller_id = bids.seller_id and auctions.auction_id = bids.auction_id';

builder.prismaObjectField(Bid, 'auction', (t) =>
  t.field({
    access: { scope: 'auctions:read', or: 'admin', public: [] },
    sql: { from: auctionOfBid },
    type: Auction,
    description: 'The auction the bid belongs to.',
  }),
);
