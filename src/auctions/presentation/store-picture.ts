import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { encodeOriginal, type EncodingOutcome, type PictureDeps } from './encode-original.ts';
import { faultOfBytes, type PictureFault } from './picture-encoder.ts';

interface UploadAddress {
  readonly pictureId: string;
  readonly token: string;
}

/** @returns the seller whose picture the address takes; `null`: it is used, has expired, or its token is wrong */
export async function sellerOfUpload(
  { db }: { db: Database },
  { pictureId, token }: UploadAddress,
): Promise<string | null> {
  if (!isUuid(pictureId)) return null;
  const { rows } = await db.query<{ sellerId: string }>({
    name: 'seller-of-upload',
    text: `select seller_id as "sellerId" from pictures where picture_id = $1 and ${isOpen}`,
    values: [pictureId, hash('sha256', token, 'buffer')],
  });
  return rows[0]?.sellerId ?? null;
}

const isOpen = 'upload_digest = $2 and uploaded_at is null and upload_expires_at > clock_timestamp()';

/** The uploads of a seller that wait to be encoded may have so many bytes together. */
export const maxWaitingBytes = 100 * 1024 * 1024;

/**
 * Stores an upload until it is encoded, which begins at once.
 *
 * @param waitMs the time to wait for the picture
 * @returns the outcome; `waiting`: it is encoded later; `full`: too many uploads of the seller wait; `null`: the address has taken a
 *   picture meanwhile, or has expired
 * @throws BucketOutage; the address then still takes a picture
 */
export async function storePicture(
  deps: PictureDeps & { readonly log: Logger },
  { pictureId, token, sellerId }: UploadAddress & { readonly sellerId: string },
  upload: Buffer,
  waitMs: number,
): Promise<EncodingOutcome | 'waiting' | 'full' | null> {
  const { db, log } = deps;
  const fault = faultOfBytes(upload);
  if (fault !== null) {
    await db.query('update pictures set fault = $2 where picture_id = $1 and uploaded_at is null', [pictureId, fault]);
    return { fault };
  }
  const waiting = await db.query<{ bytes: number }>({
    name: 'waiting-bytes',
    text: `select coalesce(sum(octet_length(content)), 0)::float8 as bytes
      from picture_originals join pictures using (picture_id) where seller_id = $1`,
    values: [sellerId],
  });
  if (waiting.rows[0]!.bytes + upload.length > maxWaitingBytes) return 'full';
  const { rowCount } = await db.query(
    `with taken as (update pictures set fault = null where picture_id = $1 and ${isOpen} returning picture_id)
     insert into picture_originals (picture_id, content) select picture_id, $3 from taken on conflict do nothing`,
    [pictureId, hash('sha256', token, 'buffer'), upload],
  );
  if (rowCount === 0) return null;
  const encoding = encodeOriginal(deps, { pictureId, sellerId });
  encoding.catch((error: unknown) => log.error({ err: error, pictureId }, 'A picture could not be encoded.'));
  if (waitMs === 0) return 'waiting';
  const waited = new AbortController();
  try {
    return (await Promise.race([encoding, delay(waitMs, null, { signal: waited.signal })])) ?? 'waiting';
  } catch (error) {
    await db.query('delete from picture_originals where picture_id = $1 and claimed_at is null', [pictureId]);
    throw error;
  } finally {
    waited.abort();
  }
}

/** The state of a picture: see `storePicture`; `open`: nothing was uploaded yet. */
export async function stateOfUpload(
  { db }: { db: Database },
  { pictureId, token }: UploadAddress,
): Promise<EncodingOutcome | 'waiting' | 'open' | null> {
  if (!isUuid(pictureId)) return null;
  const { rows } = await db.query<{
    width: number | null;
    height: number;
    fault: PictureFault | null;
    isWaiting: boolean;
  }>({
    name: 'state-of-upload',
    text: `
      select width, height, fault, exists (select from picture_originals o where o.picture_id = pictures.picture_id) as "isWaiting"
      from pictures where picture_id = $1 and upload_digest = $2`,
    values: [pictureId, hash('sha256', token, 'buffer')],
  });
  const [found] = rows;
  if (found === undefined) return null;
  const { width, height, fault, isWaiting } = found;
  if (width !== null) return { width, height };
  if (isWaiting) return 'waiting';
  return fault === null ? 'open' : { fault };
}

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
    await deleteUnusedPictures(tx, sellerId);
    const { rows } = await tx.query<{ pictureId: string; expiresAt: Date }>(
      `insert into pictures (seller_id, upload_digest, upload_expires_at)
       select $1, $2, clock_timestamp() + $3 * interval '1 second'
       where (select count(*) from pictures where seller_id = $1) < $4
       returning picture_id as "pictureId", upload_expires_at as "expiresAt"`,
      [sellerId, hash('sha256', token, 'buffer'), uploadSeconds, maxPicturesOfSeller],
    );
    const picture = rows[0];
    if (picture === undefined) throw new Refusal('picture_limit');
    const { pictureId, expiresAt } = picture;
    await recordAudit(tx, viewer, {
      action: 'createPictureUpload',
      subjectType: 'picture',
      subjectId: pictureId,
      after: { expiresAt },
    });
    const uploadUrl = `${config.publicUrl}/auctions/pictures/${pictureId}?token=${token}`;
    return { pictureId, uploadUrl, expiresAt };
  });
}

/** Deletes the pictures that nothing shows a day after they were begun, with what waits to be encoded. @param sellerId `null`: of all */
export async function deleteUnusedPictures(connection: Connection, sellerId: string | null): Promise<void> {
  await connection.query(
    `delete from pictures where ($1::uuid is null or seller_id = $1) and created_at < clock_timestamp() - interval '1 day'
       and not exists (select from auction_pictures used where used.picture_id = pictures.picture_id)
       and not exists (select from seller_profiles where seller_profiles.logo_picture_id = pictures.picture_id)`,
    [sellerId],
  );
}
