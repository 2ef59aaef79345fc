import {
  type AuctionOfSeller,
  type AuctionSearch,
  findAllAuctions,
} from '../../../settlement/admin/find-across-sellers.ts';
import { isUuid } from '../../../core/uuid.ts';
import { AuctionOutcomeEnum, AuctionStatusEnum } from './auction.ts';
import { builder } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { identify } from './node.ts';
import { pageArguments } from './page-arguments.ts';
import { SellerModeEnum } from './seller-mode.ts';
import { AuctionPhase } from './settlement.ts';

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
    minimumBidValueInCents: ['Int', 'Minimum bid in USD cents.'],
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

identify(AdminAuction, {
  by: 'auctionId',
  scope: 'admin',
  find: async (auctionId, { deps }) =>
    isUuid(auctionId) ? (await findAllAuctions(deps, { auctionId })).items[0]! : null,
});

export const AdminAuctionList = builder.objectRef<AuctionSearch>('AdminAuctionList').implement({
  description: 'One page of auctions.',
  fields: exposed((t) => ({
    auctions: t.field({ type: [AdminAuction], description: 'Newest first.', resolve: ({ items }) => items }),
    hasNext: ['Boolean', 'Is there at least one more auction after this page?'],
    searchOnBeforeTimestamp: [
      orNull('UnixTimestamp'),
      'Null unless older auctions were not searched for `titleContains`, `outcome` or the highest bid: to search them, pass this as `createdBeforeTimestamp`.',
    ],
  })),
});

builder.queryField('adminAuctions', (t) =>
  t.field({
    access: { scope: 'admin' },
    type: AdminAuctionList,
    description: 'For admins: lists the auctions of all sellers, newest first. Filters may be combined.',
    args: {
      auctionId: t.arg({ type: 'UUID', description: 'Only this auction.' }),
      sellerId: t.arg({ type: 'UUID', description: 'Only auctions of this seller.' }),
      status: t.arg({ type: AuctionStatusEnum, description: 'Only auctions with this status.' }),
      titleContains: t.arg.string({
        description:
          'Only auctions with this in their title, in any case, among the newest 10,000 that the other filters leave; `searchOnBeforeTimestamp` continues the search.',
      }),
      outcome: t.arg({
        type: AuctionOutcomeEnum,
        description: 'Only auctions with this outcome, among the same 10,000 as `titleContains`.',
      }),
      minHighestBidInCents: t.arg.int({
        description: 'Only auctions whose highest bid has at least this value in USD cents, among the same 10,000.',
      }),
      maxHighestBidInCents: t.arg.int({
        description: 'Only auctions whose highest bid has at most this value in USD cents, among the same 10,000.',
      }),
      email: t.arg.string({
        description:
          'Only auctions that somebody with this e-mail address has bid on or tried to; of its newest 1,000 payments.',
      }),
      createdFromTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only auctions created from then on.' }),
      createdBeforeTimestamp: t.arg({ type: 'UnixTimestamp', description: 'Only auctions created before.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, args, { deps }) => findAllAuctions(deps, args),
  }),
);
