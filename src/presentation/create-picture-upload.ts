import { createHash, randomBytes } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';

/** Bounds the storage that one seller can take. */
export const maxPicturesOfSeller = 2_000;
export const uploadSeconds = 3_600;

/** An address that takes one picture. */
export interface PictureUpload {
  readonly pictureId: string;
  readonly uploadUrl: string;
  readonly expiresAt: Date;
}

/**
 * Makes an address that takes one picture, once. Pictures that nothing shows are deleted a day after they were begun.
 *
 * @throws Refusal `picture_limit`
 */
export async function createPictureUpload(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
): Promise<PictureUpload> {
  const { sellerId } = viewer;
  const token = randomBytes(32).toString('base64url');
  return await db.transaction(async (tx) => {
    // Without a lock, two requests at once would not count each other's picture.
    await tx.query('select from sellers where seller_id = $1 for no key update', [sellerId]);
    await tx.query(
      `delete from pictures where seller_id = $1 and created_at < clock_timestamp() - interval '1 day'
         and not exists (select from auction_pictures used where used.picture_id = pictures.picture_id)
         and not exists (select from seller_profiles where seller_profiles.logo_picture_id = pictures.picture_id)`,
      [sellerId],
    );
    const { rows } = await tx.query<{ pictureId: string; expiresAt: Date }>(
      `insert into pictures (seller_id, upload_digest, upload_expires_at)
       select $1, $2, clock_timestamp() + $3 * interval '1 second'
       where (select count(*) from pictures where seller_id = $1) < $4
       returning picture_id as "pictureId", upload_expires_at as "expiresAt"`,
      [sellerId, digestOf(token), uploadSeconds, maxPicturesOfSeller],
    );
    const picture = rows[0];
    if (picture === undefined) throw new Refusal('picture_limit');
    const { pictureId, expiresAt } = picture;
    await recordAudit(tx, viewer, {
      action: 'createPictureUpload',
      subjectType: 'picture',
      subjectId: pictureId,
      before: null,
      after: { expiresAt },
    });
    const uploadUrl = `${config.publicUrl.replace(/\/+$/, '')}/auctions/pictures/${pictureId}?token=${token}`;
    return { pictureId, uploadUrl, expiresAt };
  });
}

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
