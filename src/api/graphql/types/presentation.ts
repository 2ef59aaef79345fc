import {
  type AuctionPresentation,
  picturesInWorkOfAuction,
  picturesOfAuction,
  presentationOfAuction,
  presentationProperties,
} from '../../../auctions/presentation/auction-presentation.ts';
import {
  maxPictures,
  presentationInput,
  updateAuctionPresentation,
} from '../../../auctions/presentation/update-auction-presentation.ts';
import { Auction, auctionById } from './auction.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder, shownToAll } from '../builder.ts';
import { exposed, orNull } from './exposed.ts';
import { ofPresentation, richText } from './presentation-input.ts';
import { viewerOf } from '../context.ts';
import { mutation } from './mutation.ts';
import { objectId } from './object-id.ts';
import { AuctionPictureRef, PictureInWorkRef } from './pictures.ts';

const AuctionPresentation = builder.objectRef<AuctionPresentation>('AuctionPresentation').implement({
  sql: { columns: () => presentationProperties },
  description: 'The item as bidders see it on the auction page.',
  fields: exposed((t) => ({
    description: [
      orNull('String'),
      `A description of the item; null: the seller has set none. ${richText}`,
      shownToAll,
    ],
    afterWinning: [orNull('String'), `The next steps, shown to the winner; null: the seller has set none. ${richText}`],
    pictures: t.field({
      access: { public: [] },
      sql: { from: picturesOfAuction, most: maxPictures },
      type: [AuctionPictureRef],
      description: 'The pictures in order: the first is the largest on the page.',
    }),
    picturesInWork: t.field({
      sql: { from: picturesInWorkOfAuction, most: maxPictures },
      type: [PictureInWorkRef],
      description: 'The pictures that the auction does not show yet, in order.',
    }),
  })),
});

builder.prismaObjectFields(Auction, (t) => ({
  presentation: t.field({
    access: { public: [] },
    sql: { from: presentationOfAuction },
    type: AuctionPresentation,
    description: 'The item as the page of the auction shows it.',
  }),
}));

mutation('updateAuctionPresentation', {
  access: { scope: 'auctions:write' },
  description: 'Changes what the page of an auction shows of its item, at any time: all that is named or nothing.',
  input: (t) => ({
    auctionId: t.field({ ...objectId('Auction'), required: true, description: 'The auction.' }),
    ...ofPresentation(t),
  }),
  nullRemoves: ['description', 'afterWinning'],
  refuses: { codes: ['auction_not_found'], check: checkedBy(() => presentationInput) },
  resolve: async ({ auctionId, ...changes }, context) => {
    await updateAuctionPresentation(context.deps, viewerOf(context), auctionId, changes);
    return { auctionId };
  },
  payload: auctionById,
});
