import type { ObjectFieldBuilder } from '@pothos/core';
import { sayDuration } from '../../../core/limits.ts';
import {
  type AuctionPicture,
  type Picture,
  type PictureInWork,
  pictureInWorkProperties,
  pictureProperties,
  type SizedPicture,
  sizeProperties,
  sizesOfPicture,
} from '../../../auctions/presentation/auction-presentation.ts';
import {
  createPictureUpload,
  maxPicturesOfSeller,
  type PictureUpload,
  uploadSeconds,
} from '../../../auctions/presentation/store-picture.ts';
import {
  maxMegapixels,
  maxUploadBytes,
  picturePath,
  picturesPath,
  pictureSizes,
  type PictureType,
} from '../../../auctions/presentation/picture-encoder.ts';
import { builder, shownToAll, type Types } from '../builder.ts';
import { enumOf } from './enum-of.ts';
import { exposed, orNull } from './exposed.ts';
import { idOfPart } from './node.ts';
import { showOnce, viewerOf } from '../context.ts';
import { mutation, payloadOf } from './mutation.ts';

const [beforePictureId, afterPictureId] = picturePath('*', pictureSizes.at(-1)!).split('*') as [string, string];

const PictureSize = builder.objectRef<SizedPicture>('PictureSize').implement({
  sql: { columns: () => sizeProperties },
  description: 'A stored size of a picture.',
  fields: exposed((t) => {
    const address = (type: PictureType, description: string) =>
      t.string({
        access: { public: [] },
        sql: {
          text: ({ publicUrl }) => [
            `${publicUrl}${picturesPath}/`,
            { property: 'pictureId' },
            '/',
            { property: 'longestSide' },
            `.${type}`,
          ],
        },
        description,
      });
    return {
      width: ['Int', 'The width, in pixels.', shownToAll],
      height: ['Int', 'The height, in pixels.', shownToAll],
      url: address('webp', 'The address of the file, as WebP.'),
      avifUrl: address('avif', 'The address of the file as AVIF, which is smaller.'),
    };
  }),
});

/** The fields of a picture, wherever it is shown. */
function pictureFields(t: ObjectFieldBuilder<Types, Picture>) {
  return {
    pictureId: t.expose('pictureId', { type: 'UUID', ...shownToAll, description: 'The picture.' }),
    url: t.string({
      access: { public: [] },
      sql: { text: ({ publicUrl }) => [publicUrl + beforePictureId, { property: 'pictureId' }, afterPictureId] },
      description: 'The address of the largest size, as WebP.',
    }),
    width: t.exposeInt('width', { ...shownToAll, description: 'The width of the largest size, in pixels.' }),
    height: t.exposeInt('height', { ...shownToAll, description: 'The height of the largest size, in pixels.' }),
    sizes: t.field({
      access: { public: [] },
      sql: { from: sizesOfPicture, most: pictureSizes.length },
      type: [PictureSize],
      description: 'The stored sizes, the smallest first, for the `srcset` of an `img`. No other sizes are made.',
    }),
  };
}

export const Logo = builder.objectRef<Picture>('Logo').implement({
  sql: { columns: () => pictureProperties },
  description: 'The logo of a seller.',
  fields: (t) => ({ id: idOfPart(t, { of: 'Logo', by: 'pictureId', ...shownToAll }), ...pictureFields(t) }),
});

/** Another auction may show the same picture with another text. */
interface OfAuction {
  readonly idInAuction: string;
}
const ofAuction = { idInAuction: `pictures.picture_id || ':' || pictures.auction_id` };

export const AuctionPictureRef = builder.objectRef<AuctionPicture & OfAuction>('AuctionPicture').implement({
  sql: { columns: () => ({ ...pictureProperties, ...ofAuction, alternativeText: 'pictures.alternative_text' }) },
  description: 'A picture of an auction.',
  fields: (t) => ({
    id: idOfPart(t, { of: 'AuctionPicture', by: 'idInAuction', ...shownToAll }),
    ...pictureFields(t),
    alternativeText: t.exposeString('alternativeText', {
      ...shownToAll,
      description: 'The picture in words, for those who do not see it.',
    }),
  }),
});

const PictureFaultEnum = enumOf<NonNullable<PictureInWork['fault']>>(
  'PictureFault',
  'Why an upload becomes no picture.',
  {
    NOT_A_PICTURE: 'It is no JPEG, PNG or WebP.',
    HEIC: 'It is HEIC or another HEIF file, which the service does not read.',
    TOO_MANY_PIXELS: `It has more than ${maxMegapixels} million pixels.`,
    TOO_MANY_SCANS: 'It is a progressive JPEG of too many scans.',
    DAMAGED: 'It is damaged, or cannot be read.',
    TOO_DEMANDING: 'It takes too long to decode, or too much memory.',
    NOT_UPLOADED: 'Nothing was uploaded before the address expired.',
  },
);

export const PictureInWorkRef = builder.objectRef<PictureInWork & OfAuction>('PictureInWork').implement({
  sql: { columns: () => ({ ...pictureInWorkProperties, ...ofAuction }) },
  description:
    'A picture that an auction does not show yet, because it is being uploaded or encoded, or cannot be shown.',
  fields: exposed((t) => ({
    id: idOfPart(t, { of: 'PictureInWork', by: 'idInAuction' }),
    pictureId: ['UUID', 'The picture.'],
    alternativeText: ['String', 'The picture in words.'],
    place: ['Int', 'Its place among all pictures of the auction, from 1 on.'],
    fault: [orNull(PictureFaultEnum), 'Why it cannot be shown; null while it is being uploaded or encoded.'],
  })),
});

const PictureUpload = builder.objectRef<PictureUpload>('PictureUpload').implement({
  description: 'An address that takes one picture.',
  fields: exposed((t) => ({
    id: idOfPart(t, { of: 'PictureUpload', by: 'pictureId' }),
    pictureId: ['UUID', 'The picture, once it is uploaded.'],
    uploadUrl: t.string({
      description: `Send the picture here with PUT: JPEG, PNG or WebP, at most ${maxUploadBytes / 1024 / 1024} MB and ${maxMegapixels} million pixels. The address needs no key and is shown once; a repetition under the same Idempotency-Key says so in its place.`,
      resolve: ({ uploadUrl }, _, context) => showOnce(uploadUrl, context),
    }),
    expiresAt: ['DateTime', 'From then on the address takes nothing.'],
  })),
});

mutation('createPictureUpload', {
  access: { scope: 'auctions:write' },
  description: `Makes an address that takes one picture within ${sayDuration(uploadSeconds)}. The picture is encoded anew, without its metadata; one that nothing shows is deleted after a day. At most ${maxPicturesOfSeller} pictures a seller.`,
  refuses: { codes: ['picture_limit'] },
  resolve: (_, context) => createPictureUpload(context.deps, viewerOf(context)),
  payload: payloadOf('pictureUpload', PictureUpload, 'The address that takes the picture.'),
});
