import { encodeGlobalID } from '@pothos/plugin-relay';
import type { ObjectFieldBuilder } from '@pothos/core';
import { findSeller } from '../../../settlement/admin/sellers.ts';
import {
  banBidder,
  findBan,
  findBannedBidders,
  maxBannedBidders,
  unbanBidder,
} from '../../../auctions/bidders/bans.ts';
import {
  type BidderSigning,
  findBidderSigning,
  requireSignedBidders,
  rotateBidderSecret,
} from '../../../auctions/bidders/bidder-signing.ts';
import { eraseBidder, eraseInput, type ErasedBidder } from '../../../auctions/bidders/erase-bidder.ts';
import {
  type BidAttempt,
  type BidderExport,
  exportBidder,
  findAttempts,
  maxEventsOfBid,
} from '../../../auctions/bidders/export-bidder.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder, type Types } from '../builder.ts';
import { DeliveryDetailsRef } from './delivery-details.ts';
import { ShipmentRef } from './shipment.ts';
import { columnsOf, exposed, orNull } from './exposed.ts';
import { FailureCodeEnum } from './failure-code.ts';
import { showOnce, viewerOf } from '../context.ts';
import { AuthorizationStateEnum } from './authorization.ts';
import { identify, idOfPart } from './node.ts';
import { connectionOf } from './list-connection.ts';
import { WebhookEvent } from './webhook-deliveries.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

const BidderSigning = builder.objectRef<BidderSigning>('BidderSigning').implement({
  description: 'How you sign the `bidderId` in the links that you send to bidders.',
  fields: exposed(() => ({
    isRequired: ['Boolean', 'Does bidding on your auctions need a signed link?'],
    hasSecret: ['Boolean', 'Is there a secret to sign with?'],
    previousSecretExpiresAt: [
      orNull('DateTime'),
      'Until then signatures with the previous secret are valid, too; null if only one secret is.',
    ],
  })),
});

const withSecret = (t: ObjectFieldBuilder<Types, { readonly signing: BidderSigning; readonly secret: string }>) => ({
  bidderSigning: t.field({
    type: BidderSigning,
    nullable: true,
    description: 'Your signing of bidders.',
    resolve: ({ signing }) => signing,
  }),
  secret: t.string({
    nullable: true,
    resolve: ({ secret }, _, context) => showOnce(secret, context),
    description:
      'The key of the HMAC (`bidsec_…`, all of it). Shown once: store it. A repetition under the same Idempotency-Key returns a note instead.',
  }),
});

const BannedBidder = builder.prismaObject('BannedBidder', {
  select: { sellerId: true, digest: true, bidderId: true },
  description: 'A bidder that may not bid on your auctions.',
  fields: (t) =>
    columnsOf('BannedBidder', t, {
      bidderId: ['String', 'The bidder; a pseudonym once erased.'],
      reason: [orNull('String'), 'Your own note, which bidders never see; null once the bidder is erased.'],
      bannedAt: ['DateTime', 'When the bidder was banned.'],
    }),
});

identify(BannedBidder, {
  by: 'bidderId',
  access: { scope: 'bids:read' },
  find: (bidderId, { deps, viewer }) => findBan(deps.db, viewer!.sellerId, bidderId),
});

const BidAttempt = builder.objectRef<BidAttempt>('BidAttempt').implement({
  description: 'One try to bid, or a renewal of its hold: the hold, and the bid that it made.',
  fields: exposed((t) => ({
    id: idOfPart(t, { of: 'BidAttempt', by: 'authorizationId' }),
    authorizationId: ['UUID', 'The hold.'],
    auctionId: ['UUID', 'The auction.'],
    email: ['String', 'The e-mail address that the bidder gave.'],
    valueInCents: ['Cents', 'Gross value in USD cents.'],
    state: [AuthorizationStateEnum, 'The state of the hold.'],
    failureCode: [orNull(FailureCodeEnum), 'Why nothing is held, or not any more; null if there is no reason.'],
    createdAt: ['DateTime', 'When the form was sent.'],
    authorizedAt: [orNull('DateTime'), 'When the money was held; null if it never was.'],
    captureBefore: [orNull('DateTime'), 'Until when the money is held at the latest; null if it never was.'],
    closedAt: [orNull('DateTime'), 'When the money was captured, released or lapsed; null while it may be held.'],
    bidId: [orNull('UUID'), 'The bid; null: the attempt did not become one.'],
    placedAt: [orNull('DateTime'), 'When the bid was placed; null: the attempt did not become one.'],
    isWinningBid: ['Boolean', 'Has the bid won?'],
    deliveryDetails: [
      orNull(DeliveryDetailsRef),
      'The details of the bidder for the delivery of the item; null if nothing.',
    ],
    shipment: [orNull(ShipmentRef), 'How you have sent the item to the bidder; null if nothing is recorded.'],
    events: [
      [WebhookEvent],
      `The events of the bid that are kept, the oldest first, at most ${maxEventsOfBid}.`,
      { extensions: { rows: maxEventsOfBid } },
    ],
  })),
});

const BidderExport = builder.objectRef<BidderExport>('BidderExport').implement({
  description: 'Everything that is known of a bidder.',
  fields: exposed((t) => ({
    bidderId: ['String', 'The bidder.'],
    ban: t.field({
      type: BannedBidder,
      nullable: true,
      description: 'The ban; null if the bidder is not banned.',
      resolve: ({ ban }) => ban,
    }),
    attempts: t.connection(
      {
        type: BidAttempt,
        description: 'Its attempts to bid, newest first.',
        resolve: (bidder, args, { deps }) => findAttempts(deps, bidder, args),
      },
      ...connectionOf('BidAttempt', 'attempts'),
    ),
  })),
});

const BidderErasure = builder.objectRef<ErasedBidder>('BidderErasure').implement({
  description: 'The erasure of a bidder.',
  fields: exposed(() => ({
    pseudonym: [
      orNull('String'),
      'Stands in place of the bidder from now on; null if nothing was known of the bidder.',
    ],
    bids: ['Int', 'The number of bids whose bidder was replaced.'],
    holds: ['Int', 'The number of holds whose bidder and e-mail address were replaced.'],
  })),
});

const theBidder = 'The bidder, exactly as bids show it.';
const erases =
  'Replaces the id and the e-mail address of a bidder by a pseudonym, everywhere and for good. Refused while money of the bidder is held.';

builder.queryFields((t) => ({
  exportBidder: t.field({
    access: { scope: 'bids:read' },
    type: BidderExport,
    description: 'Reads everything that is known of one of your bidders.',
    args: { bidderId: t.arg.string({ required: true, description: theBidder }) },
    resolve: (_, args, context) => exportBidder(context.deps, viewerOf(context).sellerId, args),
  }),
  adminExportBidder: t.field({
    access: { scope: 'admin' },
    refuses: { codes: ['seller_not_found'] },
    type: BidderExport,
    description: "For admins: reads everything that is known of a seller's bidder.",
    args: {
      sellerId: t.arg({ ...objectId('Seller'), required: true, description: 'The seller.' }),
      bidderId: t.arg.string({ required: true, description: theBidder }),
    },
    resolve: async (_, { sellerId, ...input }, { deps }) =>
      exportBidder(deps, (await findSeller(deps, sellerId)).sellerId, input),
  }),
  bidderSigning: t.field({
    access: { scope: 'auctions:read' },
    type: BidderSigning,
    description: 'Reads how you sign bidders.',
    resolve: (_, __, context) => findBidderSigning(context.deps.db, viewerOf(context).sellerId),
  }),
  bannedBidders: t.connection(
    {
      access: { scope: 'bids:read' },
      type: BannedBidder,
      description: 'The bidders that you have banned, newest first.',
      resolve: (_, args, context) => findBannedBidders(context.deps, viewerOf(context), args),
    },
    ...connectionOf('BannedBidder', 'banned bidders'),
  ),
}));

mutation('eraseBidder', {
  access: { scope: 'auctions:write' },
  description: erases,
  input: (t) => ({ bidderId: t.string({ required: true, description: theBidder }) }),
  refuses: { codes: ['bidder_has_holds'] },
  resolve: (input, context) => {
    const viewer = viewerOf(context);
    return eraseBidder(context.deps, viewer, viewer.sellerId, input);
  },
  payload: payloadOf('erasure', BidderErasure, 'The erasure.'),
});

mutation('adminEraseBidder', {
  access: { scope: 'admin' },
  description: `For admins, of any seller: ${erases.charAt(0).toLowerCase()}${erases.slice(1)}`,
  input: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), required: true, description: 'The seller.' }),
    bidderId: t.string({ required: true, description: theBidder }),
  }),
  refuses: { codes: ['seller_not_found', 'bidder_has_holds'], check: checkedBy(() => eraseInput) },
  resolve: async ({ sellerId, ...input }, context) =>
    eraseBidder(context.deps, viewerOf(context), (await findSeller(context.deps, sellerId)).sellerId, input),
  payload: payloadOf('erasure', BidderErasure, 'The erasure.'),
});

mutation('rotateBidderSecret', {
  access: { scope: 'auctions:write' },
  description:
    'Creates the secret with which you sign bidders, or replaces it, and returns it, only this once. Sign `<auctionId>.<bidderId>` with HMAC-SHA-256, and add the result to the link in hexadecimal: `?bidderId=…&signature=…`.',
  input: (t) => ({
    overlapSeconds: t.int({
      defaultValue: 86_400,
      description:
        'The seconds for which signatures with the present secret stay valid: 0 to 7 days. 0 ends them at once.',
    }),
  }),
  resolve: (args, context) => rotateBidderSecret(context.deps, viewerOf(context), args),
  payload: withSecret,
});

mutation('requireSignedBidders', {
  access: { scope: 'auctions:write' },
  description:
    'Says whether bidding on your auctions needs a signed link, from now on. Without one the page of an auction can still be looked at. Bids that stand are untouched.',
  input: (t) => ({
    isRequired: t.boolean({ required: true, description: 'True needs a secret: `rotateBidderSecret`.' }),
  }),
  refuses: { codes: ['bidder_secret_missing'] },
  resolve: ({ isRequired }, context) => requireSignedBidders(context.deps, viewerOf(context), isRequired),
  payload: payloadOf('bidderSigning', BidderSigning, 'The signing.'),
});

mutation('banBidder', {
  access: { scope: 'auctions:write' },
  description: `Refuses the bids of a bidder on your auctions from now on. Bids that stand are untouched. At most ${maxBannedBidders.toLocaleString('en')} bans a seller.`,
  input: (t) => ({
    bidderId: t.string({
      required: true,
      description: 'The bidder, exactly as bids show it; an e-mail address is in lower case there.',
    }),
    reason: t.string({ required: true, description: 'Your own note: 3 to 500 characters.' }),
  }),
  refuses: { codes: ['banned_bidder_limit'] },
  resolve: (args, context) => banBidder(context.deps, viewerOf(context), args),
  payload: payloadOf('bannedBidder', BannedBidder, 'The banned bidder.'),
});

mutation('unbanBidder', {
  access: { scope: 'auctions:write' },
  description: 'Lifts the ban of a bidder. Does nothing if the bidder is not banned.',
  input: (t) => ({ bidderId: t.string({ required: true, description: 'The bidder, exactly as it was banned.' }) }),
  resolve: async (args, context) => {
    await unbanBidder(context.deps, viewerOf(context), args);
    return args;
  },
  payload: (t) => ({
    deletedBannedBidderId: t.id({
      nullable: true,
      description: 'The `id` that the ban had.',
      resolve: ({ bidderId }) => encodeGlobalID(BannedBidder.name, bidderId),
    }),
  }),
});
