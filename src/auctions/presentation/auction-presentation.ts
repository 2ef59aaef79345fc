import type { Parameters } from '#one-statement/parameters.ts';
import type { Source } from '#one-statement/source.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import { type ColumnsOf, selectList } from '../../platform/db/select-list.ts';
import { type PictureFault, type PictureSize, pictureSizes } from './picture-encoder.ts';

/** The item as bidders see it on the page; `null` where the seller has written nothing. */
export interface AuctionPresentation {
  /** In the subset of Markdown that the page renders. */
  readonly description: string | null;
  /** Shown to the winner, in the same subset. */
  readonly afterWinning: string | null;
  readonly pictures: readonly AuctionPicture[];
}

/** SQL of what an auction shows, from `from` on, over a row of `auctions`: one row, also where nothing was written. */
export const presentationOfAuction =
  'from (values (0)) one left join auction_presentations on auction_presentations.auction_id = auctions.auction_id';

/** Each property of the row of `presentationOfAuction`. */
export const presentationProperties: ColumnsOf<Omit<AuctionPresentation, 'pictures'>> = {
  description: 'auction_presentations.description',
  afterWinning: 'auction_presentations.after_winning',
};

/** SQL of the pictures of an auction in order, from `from` on, over a row of `auctions`. */
export const picturesOfAuction = `from (
  select pictures.*, shown.auction_id, shown.alternative_text from auction_pictures shown join pictures using (picture_id)
  where shown.auction_id = auctions.auction_id and pictures.uploaded_at is not null order by shown.position
) pictures`;

/** A picture that an auction will show, or cannot show. */
export interface PictureInWork {
  readonly pictureId: string;
  readonly alternativeText: string;
  /** From 1 on, among all pictures of the auction. */
  readonly place: number;
  /** `null`: it is being uploaded or encoded. */
  readonly fault: Uppercase<PictureFault | 'not_uploaded'> | null;
}

/** SQL of the pictures that an auction does not show yet, in order, from `from` on, over a row of `auctions`. */
export const picturesInWorkOfAuction = `from (
  select picture_id, shown.auction_id, shown.alternative_text, shown.position,
    case when exists (select from picture_originals waiting where waiting.picture_id = pictures.picture_id) then null
      when fault is null and upload_expires_at < clock_timestamp() then 'NOT_UPLOADED' else upper(fault) end as fault
  from auction_pictures shown join pictures using (picture_id)
  where shown.auction_id = auctions.auction_id and pictures.uploaded_at is null order by shown.position
) pictures`;

/** Each property of a row of `picturesInWorkOfAuction`. */
export const pictureInWorkProperties: ColumnsOf<PictureInWork> = {
  pictureId: 'pictures.picture_id',
  alternativeText: 'pictures.alternative_text',
  place: 'pictures.position',
  fault: 'pictures.fault',
};

/** Each property of a row of `pictures`. */
export const pictureProperties: ColumnsOf<Picture> = {
  pictureId: 'pictures.picture_id',
  width: 'pictures.width',
  height: 'pictures.height',
};

/** A stored picture. */
export interface Picture {
  readonly pictureId: string;
  /** The dimensions of the largest size. */
  readonly width: number;
  readonly height: number;
}

/** A picture as the page of an auction shows it. */
export interface AuctionPicture extends Picture {
  readonly alternativeText: string;
}

/** SQL of the logo of a seller, from `from` on, over a row of `seller_profiles`. */
export const logoOfProfile = 'from pictures where pictures.picture_id = seller_profiles.logo_picture_id';

/** Returns the source of a picture by itself. */
export function onePicture(pictureId: string, parameter: Parameters): Source {
  const id = parameter(pictureId);
  return {
    name: 'find-picture',
    table: 'pictures',
    from: () => `from pictures where seller_id = $1 and picture_id = ${id}`,
    limit: null,
  };
}

/** A stored size of a picture. */
export interface SizedPicture extends Picture {
  /** Names its files. */
  readonly longestSide: PictureSize;
}

/** SQL of the sizes of a picture, from `from` on, over a row of `pictures`. A size that would enlarge the picture is left out. */
export const sizesOfPicture = `from (
  select picture_id, longest_side,
    round(width * least(1, longest_side::numeric / greatest(width, height)))::int as width,
    round(height * least(1, longest_side::numeric / greatest(width, height)))::int as height
  from (values ${pictureSizes.map((size, index) => `(${size}, ${pictureSizes[index - 1] ?? 0})`).join(', ')}) sizes (longest_side, smaller)
  where smaller < greatest(width, height) order by longest_side
) sizes`;

/** Each property of a row of `sizesOfPicture`. */
export const sizeProperties: ColumnsOf<SizedPicture> = {
  pictureId: 'sizes.picture_id',
  longestSide: 'sizes.longest_side',
  width: 'sizes.width',
  height: 'sizes.height',
};

/**
 * The select list of an `AuctionPresentation` over a row of `auction_presentations`, which may be absent. `$1` is the auction.
 *
 * @param isForBidders true: without pictures that cannot be shown yet
 */
export const presentationColumns = (isForBidders: boolean) => `
  ${selectList(presentationProperties)},
  (select coalesce(jsonb_agg(jsonb_build_object('pictureId', pictures.picture_id,
      'alternativeText', shown.alternative_text, 'width', pictures.width, 'height', pictures.height) order by shown.position), '[]')
    from auction_pictures shown join pictures using (picture_id)
    where shown.auction_id = $1::uuid${isForBidders ? ' and uploaded_at is not null' : ''}) as pictures`;

/**
 * Replaces the pictures of an auction.
 *
 * @throws Refusal `invalid_request` for a picture that is not the seller's, or whose address has expired without an upload
 */
export async function replacePictures(
  tx: Connection,
  viewer: Viewer,
  {
    auctionId,
    pictures,
    at,
  }: { auctionId: string; pictures: readonly Pick<AuctionPicture, 'pictureId' | 'alternativeText'>[]; at: string },
): Promise<void> {
  const known = await lockPictures(
    tx,
    viewer,
    pictures.map(({ pictureId }) => pictureId),
  );
  const faults = pictures.flatMap(({ pictureId }, index) =>
    known.has(pictureId.toLowerCase()) ? [] : [unknownPicture(`${at}/pictures/${index}/pictureId`)],
  );
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  await tx.query('delete from auction_pictures where auction_id = $1', [auctionId]);
  await tx.query(
    `insert into auction_pictures (auction_id, position, picture_id, alternative_text)
     select $1, ordinality, picture_id, alternative_text
     from unnest($2::uuid[], $3::text[]) with ordinality as chosen (picture_id, alternative_text, ordinality)`,
    [auctionId, pictures.map(({ pictureId }) => pictureId), pictures.map(({ alternativeText }) => alternativeText)],
  );
}

/**
 * Locks pictures, so that nothing deletes them meanwhile.
 *
 * @param options.areUploaded true: only those that can be shown already
 * @returns the ids of those that the seller has uploaded, or still may upload
 */
export async function lockPictures(
  tx: Connection,
  { sellerId }: Viewer,
  pictureIds: readonly string[],
  { areUploaded = false } = {},
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select picture_id as id from pictures
     where picture_id = any($2::uuid[]) and seller_id = $1 and (uploaded_at is not null or not $3
       and (upload_expires_at > clock_timestamp() or exists (
         select from picture_originals waiting where waiting.picture_id = pictures.picture_id)))
     for key share`,
    [sellerId, pictureIds, areUploaded],
  );
  return new Set(rows.map(({ id }) => id));
}

export function unknownPicture(pointer: string) {
  return {
    pointer,
    code: 'invalid_value',
    detail: 'There is no such picture of yours, or nothing has been uploaded yet.',
  } as const;
}
