import { auctionProperties, type AuctionRow } from '../../auctions/auction-row.ts';
import { cancelAuction } from '../../auctions/cancel-auction.ts';
import { updateFaults } from '../../auctions/auction-faults.ts';
import { listedAuctions, oneAuction } from '../../auctions/reads.ts';
import { updateAuction } from '../../auctions/update-auction.ts';
import { bidsOfAuction } from '../../bids/reads.ts';
import {
  maxBiddingPeriodSeconds,
  maxMinimumBidValueInCents,
  maxReferenceLength,
  maxTitleLength,
  minBiddingPeriodSeconds,
  minNoticeBeforeStartSeconds,
  minTitleLength,
  sayDuration,
} from '../../core/limits.ts';
import {
  type CreatePresentedInput,
  createPresentedAuction,
  presentedFaults,
} from '../../presentation/create-presented-auction.ts';
import { type AuctionOutcome, type AuctionStatus, AuctionType } from '../../db/generated/enums.ts';
import { Bid } from './bid.ts';
import { builder, needs, planned, shownToAll } from '../builder.ts';
import { enumOf } from './enum-of.ts';
import { columnsOf, orNull } from './exposed.ts';
import { fromPlan } from '../context.ts';
import { identify } from './node.ts';
import { pageArguments } from './page-arguments.ts';
import { AuctionPresentationInput } from './presentation-input.ts';
import type { FieldPlan } from '../../api/plans/field-plan.ts';
import { readSelected } from '../../api/plans/read-row.ts';

const AuctionTypeEnum = enumOf<AuctionType>('AuctionType', 'The type of an auction.', {
  asynchronous: 'Bidders bid whenever they like during the bidding period.',
  repeated: 'Reserved for the future; refused on write.',
});

export const AuctionStatusEnum = enumOf<AuctionStatus>(
  'AuctionStatus',
  "The status of an auction, by the service's clock.",
  {
    upcoming: 'The bidding period has not begun.',
    ongoing: 'The bidding period has begun and the result is not yet final.',
    completed: 'Final: sold, unsold or cancelled.',
  },
);

export const AuctionOutcomeEnum = enumOf<AuctionOutcome>('AuctionOutcome', 'The outcome of a completed auction.', {
  SOLD: "The winning bidder's funds were captured.",
  UNSOLD: 'There was no bid, or no capture succeeded.',
  CANCELLED: 'The seller cancelled it; no funds were captured.',
});

const urlOfAuction: NonNullable<FieldPlan['template']> = ({ publicUrl }) => [
  `${publicUrl}/auctions/`,
  { property: 'auctionId' },
];

export const Auction = builder.prismaObject('Auction', {
  extensions: { properties: auctionProperties, keys: ['auctionId', 'sellerId'] satisfies (keyof AuctionRow)[] },
  description: 'A timed auction of one item.',
  fields: (t) =>
    columnsOf('Auction', t, {
      auctionId: ['UUID', 'Unique identifier.', shownToAll],
      createdAt: ['DateTime', 'Creation time.', shownToAll],
      biddingPeriodStartsAt: [
        'DateTime',
        'Start of the bidding period: the first instant at which a bid is accepted.',
        shownToAll,
      ],
      biddingPeriodEndsAt: [
        'DateTime',
        'End of the bidding period: the first instant at which no bid is accepted any more.',
        shownToAll,
      ],
      type: [AuctionTypeEnum, 'The type of the auction.', shownToAll],
      minimumBidValueInCents: ['Int', 'Minimum bid in USD cents.', shownToAll],
      title: ['String', 'Title set by the seller.', shownToAll],
      reference: [
        orNull('String'),
        'Your own text, such as a number of your shop; null if there is none. Bidders do not see it.',
      ],
      status: [AuctionStatusEnum, 'The status of the auction.', shownToAll],
      auctionUrl: t.string({
        ...planned({ template: urlOfAuction, public: [] }),
        description: 'The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.',
      }),
      bids: t.field({
        ...planned({ public: [], from: bidsOfAuction.all }, 'bids:read'),
        type: [Bid],
        description: 'Every bid on the auction, not sorted in any particular order.',
      }),
      outcome: [orNull(AuctionOutcomeEnum), 'The outcome of the auction; null until it is `completed`.', shownToAll],
      cancelledAt: [orNull('DateTime'), 'When the seller cancelled the auction; null if never.', shownToAll],
    }),
});

identify(Auction, {
  by: 'auctionId',
  scope: 'auctions:read',
  isPublic: true,
  find: (auctionId, { deps, viewer }, info) =>
    readSelected(deps, viewer!, info, (parameter) => oneAuction({ auctionId }, parameter), 'Auction'),
});

const CancelAuctionResult = builder.objectRef<AuctionRow>('CancelAuctionResult').implement({
  extensions: { properties: auctionProperties },
  description: 'The result of a cancellation.',
  fields: (t) => ({
    success: t.boolean({ ...planned({ value: () => 'true' }), description: 'Always true; a refusal is an error.' }),
    auction: t.field({ ...planned({ from: '' }), type: Auction, description: 'The cancelled auction.' }),
  }),
});

const titleDescription = `${minTitleLength} to ${maxTitleLength} characters (Unicode code points), kept as sent; not blank, and without control characters.`;

const BiddingPeriodInput = builder.inputType('BiddingPeriodInput', {
  description: `The period in which bids are accepted. The start lies at least ${sayDuration(minNoticeBeforeStartSeconds)} in the future when the request is processed; the period lasts ${sayDuration(minBiddingPeriodSeconds)} to ${sayDuration(maxBiddingPeriodSeconds)}.`,
  fields: (t) => ({
    startTimestamp: t.field({ type: 'UnixTimestamp', required: true, description: 'Start of the bidding period.' }),
    endTimestamp: t.field({ type: 'UnixTimestamp', required: true, description: 'End of the bidding period.' }),
  }),
});

const referenceDescription = `Your own text for the auction, such as a number of your shop: 1 to ${maxReferenceLength} characters, kept as sent; not blank, and without control characters. Bidders do not see it.`;

const uniqueDescription =
  'If true, the request is refused with `reference_exists` where another of your auctions has this `reference`, whatever its status.';

builder.queryFields((t) => ({
  auctions: t.field({
    ...needs('auctions:read', { public: ['status', 'limit', 'offset'], source: listedAuctions }),
    type: [Auction],
    description: 'Lists your auctions, newest first.',
    args: {
      status: t.arg({ type: AuctionStatusEnum, description: 'Only auctions with this status; without it, all.' }),
      ...pageArguments(t.arg),
    },
    resolve: fromPlan,
  }),
  auction: t.field({
    ...needs('auctions:read', { public: ['auctionId'], refusals: ['auction_not_found'], source: oneAuction }),
    type: Auction,
    description: 'Reads one of your auctions.',
    args: { auctionId: t.arg({ type: 'UUID', required: true, description: 'The auction to read.' }) },
    resolve: fromPlan,
  }),
}));

builder.mutationFields((t) => ({
  createAuction: t.field({
    ...needs('auctions:write', {
      refusals: ['payments_unavailable', 'reference_exists'],
      faults: presentedFaults,
      change: createPresentedAuction,
      isReadAfter: ({ presentation }: CreatePresentedInput) => presentation != null,
    }),
    type: Auction,
    description: 'Creates an `upcoming` auction. Share its `auctionUrl` with bidders.',
    args: {
      biddingPeriod: t.arg({
        type: BiddingPeriodInput,
        required: true,
        description: 'The period in which bids are accepted.',
      }),
      title: t.arg.string({
        required: true,
        description: titleDescription,
      }),
      minimumBidValueInCents: t.arg.int({
        defaultValue: 0,
        description: `Minimum bid in USD cents, 0 (not recommended) to ${maxMinimumBidValueInCents}.`,
      }),
      type: t.arg({
        type: AuctionTypeEnum,
        defaultValue: AuctionType.asynchronous,
        description: 'Only `asynchronous` is supported.',
      }),
      reference: t.arg.string({ description: referenceDescription }),
      isReferenceUnique: t.arg.boolean({ defaultValue: false, description: uniqueDescription }),
      presentation: t.arg({
        type: AuctionPresentationInput,
        description: 'What its page shows of the item: the auction is created with all of it, or not at all.',
      }),
    },
    resolve: fromPlan,
  }),
  updateAuction: t.field({
    ...needs('auctions:write', {
      refusals: ['auction_not_found', 'auction_completed', 'field_locked', 'reference_exists'],
      faults: (connection, viewer, { auctionId: _, ...changes }: { auctionId: string }) =>
        updateFaults(connection, viewer, changes),
      change: (deps, viewer, { auctionId, ...changes }: { auctionId: string }, projection, precondition) =>
        updateAuction(deps, viewer, auctionId, changes, projection, precondition),
    }),
    type: Auction,
    description:
      'Changes an `upcoming` auction, or the title, minimum bid and reference of an `ongoing` one: all named fields or none. A raised minimum applies to later bids only.',
    args: {
      auctionId: t.arg({ type: 'UUID', required: true, description: 'The auction to change.' }),
      biddingPeriod: t.arg({ type: BiddingPeriodInput, description: 'Only while the auction is `upcoming`.' }),
      title: t.arg.string({
        description: titleDescription,
      }),
      minimumBidValueInCents: t.arg.int({
        description: `Minimum bid in USD cents, 0 to ${maxMinimumBidValueInCents}.`,
      }),
      type: t.arg({ type: AuctionTypeEnum, description: 'Only `asynchronous` is supported.' }),
      reference: t.arg.string({ description: `${referenceDescription} Null removes it.` }),
      isReferenceUnique: t.arg.boolean({ defaultValue: false, description: uniqueDescription }),
    },
    resolve: fromPlan,
  }),
  cancelAuction: t.field({
    ...needs('auctions:write', {
      refusals: ['auction_not_found', 'auction_completed', 'auction_settling'],
      change: (deps, viewer, { auctionId }: { auctionId: string }, projection, precondition) =>
        cancelAuction(deps, viewer, auctionId, projection, precondition),
    }),
    type: CancelAuctionResult,
    description:
      'Cancels an `upcoming` or `ongoing` auction permanently: it completes without a winner, every authorization is released, no funds are captured, and bidders get no message.',
    args: { auctionId: t.arg({ type: 'UUID', required: true, description: 'The auction to cancel.' }) },
    resolve: fromPlan,
  }),
}));
