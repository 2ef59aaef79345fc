import type { InputFieldBuilder } from '@pothos/core';
import {
  maxAfterWinningLength,
  maxAlternativeTextLength,
  maxDescriptionLength,
  maxPictures,
} from '../../../auctions/presentation/update-auction-presentation.ts';
import { builder, type Types } from '../builder.ts';
import { objectId, pictureTypes } from './object-id.ts';

// The arguments for the page of an auction, shared by a creation and a change.

export const richText =
  'Plain text, or Markdown: paragraphs, emphasis, lists and links to https, mailto and tel addresses; anything else is shown as it is written.';

const AuctionPictureInput = builder.inputType('AuctionPictureInput', {
  description: 'A picture to show.',
  fields: (t) => ({
    pictureId: t.field({
      ...objectId(...pictureTypes),
      required: true,
      description: 'From `createPictureUpload`. The auction shows the picture once it is uploaded and encoded.',
    }),
    alternativeText: t.string({
      required: true,
      description: `The picture in words, 1 to ${maxAlternativeTextLength} characters.`,
    }),
  }),
});

export const ofPresentation = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  description: t.string({
    description: `A description of the item. ${richText} At most ${maxDescriptionLength} characters; null removes it.`,
  }),
  afterWinning: t.string({
    description: `The next steps for the winner. ${richText} At most ${maxAfterWinningLength} characters; null removes it.`,
  }),
  pictures: t.field({
    type: [AuctionPictureInput],
    description: `All pictures in order, each once, at most ${maxPictures}; an empty list removes them.`,
  }),
});

export const AuctionPresentationInput = builder.inputType('AuctionPresentationInput', {
  description: 'What the page of an auction shows of its item.',
  fields: ofPresentation,
});
