import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** The item as bidders see it on the page; `null` where the seller has written nothing. */
export interface AuctionPresentation {
  /** In the subset of Markdown that the page renders. */
  readonly description: string | null;
  /** Shown to the winner, in the same subset. */
  readonly afterWinning: string | null;
  readonly pictures: readonly AuctionPicture[];
}

/** `$1` is the auction. */
export const presentationColumns = `
  auction_presentations.description, auction_presentations.after_winning as "afterWinning",
  ${picturesOf('$1::uuid')} as pictures`;

/**
 * Reads the presentation of one of the viewer's auctions.
 *
 * @throws Refusal `auction_not_found` for an unknown id and for another seller's alike
 */
export async function findAuctionPresentation(
  connection: Connection,
  { sellerId }: Viewer,
  auctionId: string,
): Promise<AuctionPresentation> {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  const { rows } = await connection.query<AuctionPresentation>({
    name: 'find-auction-presentation',
    text: `
      select ${presentationColumns}
      from auctions left join auction_presentations using (auction_id)
      where auctions.auction_id = $1 and auctions.seller_id = $2`,
    values: [auctionId, sellerId],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}

/** A picture as the page of an auction shows it. */
export interface AuctionPicture {
  readonly pictureId: string;
  readonly alternativeText: string;
  /** The dimensions of the largest size. */
  readonly width: number;
  readonly height: number;
}

/** The pictures of the auction `auctionId`, in order, as JSON and SQL. */
function picturesOf(auctionId: string): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('pictureId', pictures.picture_id,
      'alternativeText', shown.alternative_text, 'width', pictures.width, 'height', pictures.height) order by shown.position), '[]')
    from auction_pictures shown join pictures using (picture_id) where shown.auction_id = ${auctionId})`;
}

/**
 * Replaces the pictures of an auction.
 *
 * @throws Refusal `invalid_request` for a picture that is not the seller's, or that nothing was uploaded for
 */
export async function replacePictures(
  tx: Connection,
  viewer: Viewer,
  {
    auctionId,
    pictures,
  }: { auctionId: string; pictures: readonly Pick<AuctionPicture, 'pictureId' | 'alternativeText'>[] },
): Promise<void> {
  const uploaded = await lockUploaded(
    tx,
    viewer,
    pictures.map(({ pictureId }) => pictureId),
  );
  const faults = pictures.flatMap(({ pictureId }, index) =>
    uploaded.has(pictureId.toLowerCase()) ? [] : [unknownPicture(`/pictures/${index}/pictureId`)],
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

/** Locks pictures, so that nothing deletes them meanwhile. @returns the ids of those that the seller has uploaded */
export async function lockUploaded(
  tx: Connection,
  { sellerId }: Viewer,
  pictureIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select picture_id as id from pictures
     where picture_id = any($2::uuid[]) and seller_id = $1 and uploaded_at is not null
     for key share`,
    [sellerId, pictureIds],
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
