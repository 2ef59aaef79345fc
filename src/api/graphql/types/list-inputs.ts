import type { EnumRef, InputFieldBuilder } from '@pothos/core';
import { maxSearched } from '../../../platform/db/page-rows.ts';
import { pageSizeLimit } from '../../../core/page-input.ts';
import type { AuctionOrderField } from '../../../auctions/auction-order.ts';
import type { BidOrderField } from '../../../auctions/bids/bid-order.ts';
import type { Direction } from '../../../core/list-order-input.ts';
import { AuctionOutcomeEnum, AuctionStatusEnum } from './auction.ts';
import { builder, type Types } from '../builder.ts';
import { enumOf } from './enum-of.ts';
import { AuctionPhase } from './settlement.ts';
import { objectId, objectIds } from './object-id.ts';

// The inputs of lists: what a list is filtered by, and its order. A filter that is null or absent filters nothing.

/** Marks an input field that public keys may use. */
const forAll = { extensions: { public: true } };

const InstantRange = builder.inputType('InstantRange', {
  description: 'A period. Either end may be left open.',
  fields: (t) => ({
    from: t.field({ type: 'UnixTimestamp', description: 'From then on.', ...forAll }),
    before: t.field({ type: 'UnixTimestamp', description: 'Before then.', ...forAll }),
  }),
});

const CentsRange = builder.inputType('CentsRange', {
  description: 'A range of values in USD cents. Either end may be left open.',
  fields: (t) => ({
    atLeast: t.field({ type: 'Cents', description: 'The lowest value.' }),
    atMost: t.field({ type: 'Cents', description: 'The highest value.' }),
  }),
});

const OrderDirection = enumOf<Direction>('OrderDirection', 'The direction of an order.', {
  ASC: 'The lowest or first one first.',
  DESC: 'The highest or last one first.',
});

/** Declares the order of a list: a field and a direction. */
function orderOf<Field extends string>(name: string, description: string, fields: Readonly<Record<Field, string>>) {
  const Field: EnumRef<Types, Field> = enumOf<Field>(`${name}Field`, `The field that a list is ordered by.`, fields);
  return builder.inputType(name, {
    description,
    fields: (t) => ({
      field: t.field({ type: Field, required: true, description: 'The field.', ...forAll }),
      direction: t.field({ type: OrderDirection, required: true, description: 'The direction.', ...forAll }),
    }),
  });
}

export const AuctionOrder = orderOf<AuctionOrderField>('AuctionOrder', 'The order of a list of auctions.', {
  CREATED: 'The instant of their creation.',
  END: 'The end of the bidding period.',
  HIGHEST_BID:
    'The highest bid that was placed, also one that can no longer pay. An auction without a bid ranks lowest.',
});

export const BidOrder = orderOf<BidOrderField>('BidOrder', 'The order of a list of bids.', {
  PLACED: 'The instant at which they were placed.',
  VALUE:
    'Their rank, as the settlement captures their funds: the higher value ranks higher, of equal ones the earlier. A bid has a rank only among the bids on its auction, so the filter `auctionId` is required.',
});

const searchesAuctions = `The auctions of a list: those that pass every filter. A page searches ${maxSearched.toLocaleString('en')} auctions for filters that no index serves: it may be short, and as long as \`hasNextPage\` is true, the \`endCursor\` leads on.`;

const ofThese = objectIds('Auction');

const ofAuctions = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  ids: t.field({
    type: ofThese.type,
    description: `Only these auctions, at most ${pageSizeLimit}.`,
    extensions: { ...ofThese.extensions, ...forAll.extensions },
  }),
  statuses: t.field({
    type: [AuctionStatusEnum],
    description: 'Only auctions with one of these statuses.',
    ...forAll,
  }),
  phases: t.field({ type: [AuctionPhase], description: 'Only auctions in one of these phases.', ...forAll }),
  outcomes: t.field({
    type: [AuctionOutcomeEnum],
    description: 'Only auctions with one of these outcomes.',
    ...forAll,
  }),
  created: t.field({ type: InstantRange, description: 'Only auctions created in this period.' }),
  starts: t.field({
    type: InstantRange,
    description: 'Only auctions whose bidding period starts in this period.',
    ...forAll,
  }),
  ends: t.field({
    type: InstantRange,
    description: 'Only auctions whose bidding period ends in this period.',
    ...forAll,
  }),
  highestBidInCents: t.field({
    type: CentsRange,
    description: 'Only auctions whose highest bid has such a value; never those without a bid.',
  }),
  reference: t.string({ description: 'Only auctions with this reference.' }),
  titleContains: t.string({ description: 'Only auctions with this in their title, in any case.' }),
});

export const AuctionFilter = builder.inputType('AuctionFilter', { description: searchesAuctions, fields: ofAuctions });

export const AuctionOfAllFilter = builder.inputType('AuctionOfAllFilter', {
  description: searchesAuctions,
  fields: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), description: 'Only auctions of this seller.' }),
    email: t.string({
      description:
        'Only auctions that somebody with this e-mail address has bid on or tried to; of its newest 1,000 payments.',
    }),
    ...ofAuctions(t),
  }),
});

const ofBids = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  bidderId: t.string({ description: 'Only bids of this bidder.' }),
  valueInCents: t.field({ type: CentsRange, description: 'Only bids of such a value.' }),
  placed: t.field({ type: InstantRange, description: 'Only bids placed in this period.' }),
});

const searchesBids = `The bids of a list: those that pass every filter. A page in the order of one field searches ${maxSearched.toLocaleString('en')} bids for a range of the other: it may be short, and as long as \`hasNextPage\` is true, the \`endCursor\` leads on.`;

export const BidFilter = builder.inputType('BidFilter', {
  description: searchesBids,
  fields: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), description: 'Only bids on this auction.' }),
    ...ofBids(t),
  }),
});

export const BidOfAllFilter = builder.inputType('BidOfAllFilter', {
  description: searchesBids,
  fields: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), description: "Only bids on this seller's auctions." }),
    auctionId: t.field({ ...objectId('Auction'), description: 'Only bids on this auction.' }),
    email: t.string({
      description: 'Only bids with this e-mail address, exactly as it was given; of its newest 1,000 payments.',
    }),
    ...ofBids(t),
  }),
});

export const BidOfAuctionFilter = builder.inputType('BidOfAuctionFilter', {
  description: searchesBids,
  fields: ofBids,
});
