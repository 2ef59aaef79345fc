import { banBidder, maxBannedBidders, unbanBidder } from '../../bidders/ban-bidder.ts';
import type { BannedBidder } from '../../bidders/banned-bidder.ts';
import { type BidderSigning, findBidderSigning } from '../../bidders/bidder-signing.ts';
import { findBannedBidders } from '../../bidders/find-banned-bidders.ts';
import { requireSignedBidders } from '../../bidders/require-signed-bidders.ts';
import { rotateBidderSecret } from '../../bidders/rotate-bidder-secret.ts';
import type { Page } from '../../core/page-input.ts';
import { builder, needs } from '../builder.ts';
import { showOnce, viewerOf } from '../context.ts';
import { pageArguments } from './page-arguments.ts';

const BidderSigning = builder.objectRef<BidderSigning>('BidderSigning').implement({
  description: 'How you sign the `bidderId` in the links that you send to bidders.',
  fields: (t) => ({
    isRequired: t.exposeBoolean('isRequired', { description: 'Does bidding on your auctions need a signed link?' }),
    hasSecret: t.exposeBoolean('hasSecret', { description: 'Is there a secret to sign with?' }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then signatures with the previous secret are valid, too; null if only one secret is.',
    }),
  }),
});

const BidderSigningResult = builder.objectRef<BidderSigning>('BidderSigningResult').implement({
  description: 'Your signing of bidders, in its current state.',
  fields: (t) => ({
    bidderSigning: t.field({ type: BidderSigning, description: 'The signing.', resolve: (signing) => signing }),
  }),
});

const BidderSecretResult = builder
  .objectRef<{ readonly signing: BidderSigning; readonly secret: string }>('BidderSecretResult')
  .implement({
    description: 'Your signing of bidders, with its new secret.',
    fields: (t) => ({
      bidderSigning: t.field({
        type: BidderSigning,
        description: 'The signing.',
        resolve: ({ signing }) => signing,
      }),
      secret: t.string({
        resolve: ({ secret }, _, context) => showOnce(secret, context),
        description:
          'The key of the HMAC (`bidsec_…`, all of it). Shown once: store it. A repetition under the same Idempotency-Key returns a note instead.',
      }),
    }),
  });

const BannedBidder = builder.objectRef<BannedBidder>('BannedBidder').implement({
  description: 'A bidder that may not bid on your auctions.',
  fields: (t) => ({
    bidderId: t.exposeString('bidderId', { description: 'The bidder; a pseudonym once erased.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Your own note, which bidders never see; null once the bidder is erased.',
    }),
    bannedAt: t.expose('bannedAt', { type: 'DateTime', description: 'When the bidder was banned.' }),
  }),
});

const BannedBidderList = builder.objectRef<Page<BannedBidder>>('BannedBidderList').implement({
  description: 'One page of banned bidders.',
  fields: (t) => ({
    bannedBidders: t.field({ type: [BannedBidder], description: 'Newest first.', resolve: ({ items }) => items }),
    hasNext: t.exposeBoolean('hasNext', { description: 'Is there at least one more banned bidder after this page?' }),
  }),
});

const BanBidderResult = builder.objectRef<BannedBidder>('BanBidderResult').implement({
  description: 'The ban, in its current state.',
  fields: (t) => ({
    bannedBidder: t.field({ type: BannedBidder, description: 'The banned bidder.', resolve: (ban) => ban }),
  }),
});

const UnbanBidderResult = builder.objectRef<{ success: boolean }>('UnbanBidderResult').implement({
  description: 'The end of a ban.',
  fields: (t) => ({ success: t.exposeBoolean('success', { description: 'Always true; a refusal is an error.' }) }),
});

builder.queryFields((t) => ({
  bidderSigning: t.field({
    ...needs('auctions:read'),
    type: BidderSigningResult,
    description: 'Reads how you sign bidders.',
    resolve: (_, __, context) => findBidderSigning(context.deps.db, viewerOf(context).sellerId),
  }),
  bannedBidders: t.field({
    ...needs('bids:read'),
    type: BannedBidderList,
    description: 'Lists the bidders that you have banned, newest first.',
    args: pageArguments(t.arg),
    resolve: (_, args, context) => findBannedBidders(context.deps, viewerOf(context), args),
  }),
}));

builder.mutationFields((t) => ({
  rotateBidderSecret: t.field({
    ...needs('auctions:write'),
    type: BidderSecretResult,
    description:
      'Creates the secret with which you sign bidders, or replaces it, and returns it, only this once. Sign `<auctionId>.<bidderId>` with HMAC-SHA-256, and add the result to the link in hexadecimal: `?bidderId=…&signature=…`.',
    args: {
      overlapSeconds: t.arg.int({
        defaultValue: 86_400,
        description:
          'The seconds for which signatures with the present secret stay valid: 0 to 7 days. 0 ends them at once.',
      }),
    },
    resolve: (_, args, context) => rotateBidderSecret(context.deps, viewerOf(context), args),
  }),
  requireSignedBidders: t.field({
    ...needs('auctions:write'),
    type: BidderSigningResult,
    description:
      'Says whether bidding on your auctions needs a signed link, from now on. Without one the page of an auction can still be looked at. Bids that stand are untouched.',
    args: { isRequired: t.arg.boolean({ required: true, description: 'True needs a secret: `rotateBidderSecret`.' }) },
    resolve: (_, { isRequired }, context) => requireSignedBidders(context.deps, viewerOf(context), isRequired),
  }),
  banBidder: t.field({
    ...needs('auctions:write'),
    type: BanBidderResult,
    description: `Refuses the bids of a bidder on your auctions from now on. Bids that stand are untouched. At most ${maxBannedBidders.toLocaleString('en')} bans a seller.`,
    args: {
      bidderId: t.arg.string({
        required: true,
        description: 'The bidder, exactly as bids show it; an e-mail address is in lower case there.',
      }),
      reason: t.arg.string({ required: true, description: 'Your own note: 3 to 500 characters.' }),
    },
    resolve: (_, args, context) => banBidder(context.deps, viewerOf(context), args),
  }),
  unbanBidder: t.field({
    ...needs('auctions:write'),
    type: UnbanBidderResult,
    description: 'Lifts the ban of a bidder. Does nothing if the bidder is not banned.',
    args: { bidderId: t.arg.string({ required: true, description: 'The bidder, exactly as it was banned.' }) },
    resolve: async (_, args, context) => {
      await unbanBidder(context.deps, viewerOf(context), args);
      return { success: true };
    },
  }),
}));
