import { fromStatement } from '../../api/plans/field-plan.ts';
import { bidsOfAuction } from '../../bids/reads.ts';
import { Auction } from './auction.ts';
import { Bid } from './bid.ts';
import { builder, needs } from '../builder.ts';

// Declares the leading bid of an auction, the number of its bids, and the auction of a bid.

builder.prismaObjectFields(Auction, (t) => ({
  leadingBid: t.field({
    ...needs('bids:read', { public: [], from: bidsOfAuction.leading }),
    type: Bid,
    nullable: true,
    description:
      'The highest bid, of equal ones the earliest; null while there is none. This is not yet the winner, whose funds have to be captured first. It stays the highest bid even if another bid wins.',
    resolve: fromStatement,
  }),
  bidCount: t.int({
    ...needs('bids:read', { public: [], value: () => bidsOfAuction.count }),
    description: 'The number of bids on the auction.',
    resolve: fromStatement,
  }),
}));

const auctionOfBid =
  'from auctions where auctions.seller_id = bids.seller_id and auctions.auction_id = bids.auction_id';

builder.prismaObjectField(Bid, 'auction', (t) =>
  t.field({
    ...needs('auctions:read', { public: [], from: auctionOfBid }),
    type: Auction,
    description: 'The auction the bid belongs to.',
    resolve: fromStatement,
  }),
);
