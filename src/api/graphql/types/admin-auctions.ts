import { bySql } from '#one-statement/plugin.ts';
import { auctionPageOfAll } from '../../../settlement/admin/find-across-sellers.ts';
import { maxSearched } from '../../../platform/db/page-rows.ts';
import { builder } from '../builder.ts';
import { Seller } from './admin-sellers.ts';
import { Auction } from './auction.ts';
import { AuctionConnection } from './connections.ts';
import { orNull } from './exposed.ts';
import { AuctionOfAllFilter } from './list-inputs.ts';

<<<<<<< HEAD
const access = { scope: 'admin' } as const;
=======
export const AdminAuction = builder.objectRef<AuctionOfSeller>('AdminAuction').implement({
  description: 'An auction of any seller, as admins see it. Its bids: `adminBids(auctionId: …)`.',
  fields: exposed((t) => ({
    auctionId: ['UUID', 'Unique identifier.'],
    sellerId: ['UUID', 'The seller of the auction.'],
    sellerName: ['String', 'The name of its seller.'],
    sellerMode: [SellerModeEnum, 'Live or test.'],
    title: ['String', 'Title set by the seller.'],
    reference: [orNull('String'), 'Text of the seller for its own use; null if there is none.'],
    status: [AuctionStatusEnum, "The status by its seller's clock."],
    phase: [AuctionPhase, 'The phase, finer than the status.'],
    outcome: [orNull(AuctionOutcomeEnum), 'The outcome; null until it is `completed`.'],
    minimumBidValueInCents: ['Cents', 'Minimum bid in USD cents.'],
    createdAt: ['DateTime', 'Creation time.'],
    biddingPeriodStartsAt: ['DateTime', 'First instant at which a bid is accepted.'],
    biddingPeriodEndsAt: ['DateTime', 'First instant at which no bid is accepted any more.'],
    captureRequestedAt: [orNull('DateTime'), 'When the first capture was requested; null if none was.'],
    completedAt: [orNull('DateTime'), 'When it became final.'],
    cancelledAt: [orNull('DateTime'), 'When its seller cancelled it; null if never.'],
    auctionUrl: t.string({
      description: 'The page where bidders place bids.',
      resolve: ({ auctionId }, _, { deps }) => `${deps.config.publicUrl}/auctions/${auctionId}`,
    }),
  })),
});
>>>>>>> 3161a440 (Give every amount of the schema the type Cents)

builder.prismaObjectFields(Auction, (t) => ({
  sellerAccount: t.field({
    access,
    sql: { from: 'from sellers where sellers.seller_id = auctions.seller_id' },
    resolve: bySql,
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
<<<<<<< HEAD
      access,
      sql: { page: auctionPageOfAll, rowsSearched: () => maxSearched, rowsCounted: () => maxSearched },
      type: Auction,
      description: 'For admins: the auctions of all sellers, newest first.',
      args: { filter: t.arg({ type: AuctionOfAllFilter, description: 'Only these auctions.' }) },
      resolve: bySql,
=======
      access: { scope: 'admin' },
      type: AdminAuction,
      description: 'For admins: the auctions of all sellers, newest first. Filters may be combined.',
      args: {
        auctionId: t.arg({ ...objectId, description: 'Only this auction.' }),
        sellerId: t.arg({ ...objectId, description: 'Only auctions of this seller.' }),
        status: t.arg({ type: AuctionStatusEnum, description: 'Only auctions with this status.' }),
        titleContains: t.arg.string({
          description:
            'Only auctions with this in their title, in any case. A page searches 10,000 auctions that the other filters leave: it may be short, and as long as `hasNextPage` is true, the `endCursor` leads on.',
        }),
        outcome: t.arg({
          type: AuctionOutcomeEnum,
          description: 'Only auctions with this outcome. A page searches as with `titleContains`.',
        }),
        minHighestBidInCents: t.arg({
          type: 'Cents',
          description:
            'Only auctions whose highest bid has at least this value in USD cents. A page searches as with `titleContains`.',
        }),
        maxHighestBidInCents: t.arg({
          type: 'Cents',
          description:
            'Only auctions whose highest bid has at most this value in USD cents. A page searches as with `titleContains`.',
        }),
        email: t.arg.string({
          description:
            'Only auctions that somebody with this e-mail address has bid on or tried to; of its newest 1,000 payments.',
        }),
        createdFromTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only auctions created from then on.' }),
        createdBeforeTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only auctions created before.' }),
      },
      resolve: (_, args, { deps }) => findAllAuctions(deps, args),
>>>>>>> 3161a440 (Give every amount of the schema the type Cents)
    },
    AuctionConnection,
  ),
);
