import type { Changed, ChangeSql } from '#one-statement/field-plan.ts';
import type { ObjectFieldBuilder } from '@pothos/core';
import { auctionProperties, type AuctionRow, lastChange } from '../../../auctions/auction-row.ts';
import { type UpdateAuctionInput, updateAuctionInput } from '../../../auctions/auction-input.ts';
import { cancelAuction } from '../../../auctions/cancel-auction.ts';
import { type Precondition, unchangedSince } from '../../../auctions/change-auction.ts';
import { checkOfUpdate, ofConditionalChange } from '../../../auctions/auction-faults.ts';
import { anyAuction, listedAuctions, oneAuction } from '../../../auctions/reads.ts';
import { updateAuction } from '../../../auctions/update-auction.ts';
import { bidsOfAuction } from '../../../auctions/bids/reads.ts';
import {
  maxBiddingPeriodSeconds,
  maxMinimumBidValueInCents,
  maxReferenceLength,
  maxTitleLength,
  minBiddingPeriodSeconds,
  minNoticeBeforeStartSeconds,
  minTitleLength,
  sayDuration,
} from '../../../core/limits.ts';
import { isOperator } from '../../../core/viewer.ts';
import {
  checkPresented,
  type CreatePresentedInput,
  createPresentedAuction,
} from '../../../auctions/presentation/create-presented-auction.ts';
import { type AuctionOutcome, type AuctionStatus, AuctionType } from '../../../platform/db/generated/enums.ts';
import { checking, type PlanEnvironment, type PlanRequest } from '../../plan-host.ts';
import { AuctionRulesInput } from './auction-rules-input.ts';
import { Bid } from './bid.ts';
import { builder, shownToAll, type Types } from '../builder.ts';
import { enumOf } from './enum-of.ts';
import { columnsOf, orNull } from './exposed.ts';

import { identify } from './node.ts';
import { pageArguments } from './page-arguments.ts';
import { AuctionPresentationInput } from './presentation-input.ts';
import { readSelected } from '../read-selected.ts';
import { plannedMutation } from './mutation.ts';
import { objectId } from './object-id.ts';

export const AuctionTypeEnum = enumOf<AuctionType>('AuctionType', 'The type of an auction.', {
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

const urlOfAuction = ({ publicUrl }: PlanEnvironment) => [`${publicUrl}/auctions/`, { property: 'auctionId' }];

export const Auction = builder.prismaObject('Auction', {
  sql: { columns: auctionProperties, keys: ['auctionId', 'sellerId'] },
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
      minimumBidValueInCents: ['Cents', 'Minimum bid in USD cents.', shownToAll],
      title: ['String', 'Title set by the seller.', shownToAll],
      reference: [
        orNull('String'),
        'Your own text, such as a number of your shop; null: you have set none. Bidders do not see it.',
      ],
      status: [AuctionStatusEnum, 'The status of the auction.', shownToAll],
      auctionUrl: t.string({
        access: { public: [] },
        sql: { text: urlOfAuction },
        description: 'The page where bidders place bids: share it. Add `?bidderId=…` to name a bidder yourself.',
      }),
      bidsOfV1: t.field({
        access: { scope: 'bids:read' },
        extensions: { inV1: 'bids' },
        sql: { from: bidsOfAuction.all },
        type: [Bid],
        description: 'Every bid on the auction, not sorted in any particular order.',
      }),
      outcome: [orNull(AuctionOutcomeEnum), 'The outcome of the auction; null until it is `completed`.', shownToAll],
      now: t.field({
        type: 'DateTime',
        access: { public: [] },
        sql: { expression: (now) => now },
        description: 'The instant of this answer, by the clock that begins and ends the auction: count down from it.',
      }),
      cancelledAt: [orNull('DateTime'), 'When the seller cancelled the auction; null if never.', shownToAll],
      updatedAt: t.field({
        type: 'DateTime',
        access: { public: [] },
        sql: { expression: () => lastChange('auctions') },
        description:
          'The last change of the auction or its rules: by you, by a bid that has moved the end, or by the result. Its start, other bids and its presentation make no difference. Each change has a later instant.',
      }),
    }),
});

identify(Auction, {
  by: 'auctionId',
  access: { scope: 'auctions:read', or: 'admin', public: [] },
  find: (auctionId, context, info) => {
    const find = isOperator(context.viewer) ? anyAuction : oneAuction;
    return readSelected(context, info, (parameter) => find({ auctionId }, parameter), 'Auction');
  },
});

const titleDescription = `${minTitleLength} to ${maxTitleLength} characters (Unicode code points), kept as sent; not blank, and without control characters.`;

const BiddingPeriodInput = builder.inputType('BiddingPeriodInput', {
  description: `The period in which bids are accepted. The start lies at least ${sayDuration(minNoticeBeforeStartSeconds)} in the future when the request is processed; the period lasts ${sayDuration(minBiddingPeriodSeconds)} to ${sayDuration(maxBiddingPeriodSeconds)}.`,
  fields: (t) => ({
    startTimestamp: t.field({ type: 'UnixTimestamp', required: true, description: 'Start of the bidding period.' }),
    endTimestamp: t.field({ type: 'UnixTimestamp', required: true, description: 'End of the bidding period.' }),
  }),
});

export const unchangedDescription =
  'The `updatedAt` that you have read: the request is refused with `precondition_failed` where the auction has a later one. Without it, nothing is compared.';

/** Returns the condition of a change: that of its route, or that of its input. */
export function preconditionOf({ route }: PlanRequest, instant: Date | null | undefined): Precondition | null {
  return route?.precondition ?? unchangedSince(instant);
}

const referenceDescription = `Your own text for the auction, such as a number of your shop: 1 to ${maxReferenceLength} characters, kept as sent; not blank, and without control characters. Bidders do not see it.`;

const uniqueDescription =
  'If true, the request is refused with `reference_exists` where another of your auctions has this `reference`, whatever its status.';

/** The selected fields of a changed auction. */
export type ChangedRow = Pick<Changed, 'json'>;

export const changedAuction: ChangeSql<unknown, unknown>['changed'] = {
  key: 'auction_id::text',
  row: (auctionId, parameter) => oneAuction({ auctionId }, parameter),
};

/** The payload of a change that one statement makes: the changed row itself. */
export const plannedAuction = {
  row: { columns: auctionProperties },
  payload: (t: ObjectFieldBuilder<Types, AuctionRow>) => ({
    auction: t.field({
      type: Auction,
      nullable: true,
      sql: { from: '' },
      description: 'The auction.',
    }),
  }),
};

/** The payload of a change by a resolver, which names the auction. */
export const auctionById = (t: ObjectFieldBuilder<Types, { readonly auctionId: string }>) => ({
  auction: t.field({
    type: Auction,
    nullable: true,
    description: 'The auction.',
    resolve: ({ auctionId }, _, context, info) =>
      readSelected(context, info, (parameter) => oneAuction({ auctionId }, parameter)),
  }),
});

builder.queryFields((t) => ({
  auctionsOfV1: t.field({
    access: { scope: 'auctions:read' },
    extensions: { inV1: 'auctions' },
    sql: { rows: listedAuctions },
    type: [Auction],
    description: 'Lists your auctions, newest first.',
    args: {
      status: t.arg({ type: AuctionStatusEnum, description: 'Only auctions with this status; without it, all.' }),
      ...pageArguments(t.arg),
    },
  }),
  auction: t.field({
    access: { scope: 'auctions:read', public: ['auctionId'] },
    refuses: { codes: ['auction_not_found'] },
    sql: { rows: oneAuction },
    type: Auction,
    description: 'Reads one of your auctions.',
    args: { auctionId: t.arg({ ...objectId('Auction'), required: true, description: 'The auction to read.' }) },
  }),
}));

plannedMutation('createAuction', {
  access: { scope: 'auctions:write' },
  description: 'Creates an `upcoming` auction. Share its `auctionUrl` with bidders.',
  input: (t) => ({
    biddingPeriod: t.field({
      type: BiddingPeriodInput,
      required: true,
      description: 'The period in which bids are accepted.',
    }),
    title: t.string({
      required: true,
      description: titleDescription,
    }),
    minimumBidValueInCents: t.field({
      type: 'Cents',
      defaultValue: 0,
      description: `Minimum bid in USD cents, 0 (not recommended) to ${maxMinimumBidValueInCents}.`,
    }),
    type: t.field({
      type: AuctionTypeEnum,
      defaultValue: AuctionType.asynchronous,
      description: 'Only `asynchronous` is supported.',
    }),
    reference: t.string({ description: referenceDescription }),
    isReferenceUnique: t.boolean({ defaultValue: false, description: uniqueDescription }),
    presentation: t.field({
      type: AuctionPresentationInput,
      description: 'What its page shows of the item: the auction is created with all of it, or not at all.',
    }),
    rules: t.field({ type: AuctionRulesInput, description: 'The rules of the auction; without it, none.' }),
  }),
  refuses: { codes: ['payments_unavailable', 'reference_exists'], check: checking(checkPresented) },
  sql: {
    change: async ({ deps, viewer }, args, projection) => {
      const input = args as CreatePresentedInput;
      const { json, auctionId } = await createPresentedAuction<ChangedRow>(deps, viewer, input, projection);
      return { json, id: auctionId };
    },
    changed: changedAuction,
    isReadAfter: ({ presentation }) => presentation != null,
  },
  ...plannedAuction,
});

plannedMutation('updateAuction', {
  access: { scope: 'auctions:write' },
  description:
    'Changes an `upcoming` auction, or the title, minimum bid and reference of an `ongoing` one: all named fields or none. A raised minimum applies to later bids only.',
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'The auction to change.' }),
    biddingPeriod: t.field({ type: BiddingPeriodInput, description: 'Only while the auction is `upcoming`.' }),
    title: t.string({
      description: titleDescription,
    }),
    minimumBidValueInCents: t.field({
      type: 'Cents',
      description: `Minimum bid in USD cents, 0 to ${maxMinimumBidValueInCents}.`,
    }),
    type: t.field({ type: AuctionTypeEnum, description: 'Only `asynchronous` is supported.' }),
    reference: t.string({ description: `${referenceDescription} Null removes it.` }),
    isReferenceUnique: t.boolean({ defaultValue: false, description: uniqueDescription }),
    ifUnchangedSince: t.field({ type: 'DateTime', description: unchangedDescription }),
  }),
  nullRemoves: ['reference'],
  refuses: {
    codes: ['auction_not_found', 'precondition_failed', 'auction_completed', 'field_locked', 'reference_exists'],
    check: checking(checkOfUpdate(updateAuctionInput.safeExtend(ofConditionalChange))),
  },
  sql: {
    change: (request, { auctionId, ifUnchangedSince, ...changes }, projection) =>
      updateAuction<ChangedRow>(
        request.deps,
        request.viewer,
        auctionId,
        changes as UpdateAuctionInput,
        projection,
        preconditionOf(request, ifUnchangedSince),
      ),
    changed: changedAuction,
  },
  ...plannedAuction,
});

plannedMutation('cancelAuction', {
  access: { scope: 'auctions:write' },
  description:
    'Cancels an `upcoming` or `ongoing` auction permanently: it completes without a winner, every authorization is released, no funds are captured, and bidders get no message.',
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'The auction to cancel.' }),
    ifUnchangedSince: t.field({ type: 'DateTime', description: unchangedDescription }),
  }),
  refuses: { codes: ['auction_not_found', 'precondition_failed', 'auction_completed', 'auction_settling'] },
  sql: {
    change: (request, { auctionId, ifUnchangedSince }, projection) =>
      cancelAuction<ChangedRow>(
        request.deps,
        request.viewer,
        auctionId,
        projection,
        preconditionOf(request, ifUnchangedSince),
      ),
    changed: changedAuction,
  },
  row: plannedAuction.row,
  payload: (t: ObjectFieldBuilder<Types, AuctionRow>) => ({
    success: t.boolean({
      nullable: true,
      sql: { constant: true },
      description: 'True once it is cancelled, as `/v1` answers; null if it is not.',
    }),
    ...plannedAuction.payload(t),
  }),
});
