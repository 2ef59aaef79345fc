import { isUuid } from '../core/uuid.ts';
import type { Connection, Database } from '../db/database.ts';
import type { Bucket } from './bucket.ts';
import { digestOf } from './create-picture-upload.ts';
import { encodePicture, type EncodingOutcome } from './encode-picture.ts';
import { putInNewFolder } from './picture-folders.ts';
import type { PictureFile } from './picture-encoder.ts';

export interface UploadAddress {
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
    values: [pictureId, digestOf(token)],
  });
  return rows[0]?.sellerId ?? null;
}

const isOpen = 'upload_digest = $2 and uploaded_at is null and upload_expires_at > clock_timestamp()';

/**
 * Encodes an upload anew and stores it: in the bucket, if there is one, else in the database.
 *
 * @returns `null`: the address has taken a picture meanwhile, or has expired
 * @throws BucketOutage; the address then still takes a picture
 */
export async function storePicture(
  deps: { db: Database; bucket: Bucket | null },
  { pictureId, token, sellerId }: UploadAddress & { readonly sellerId: string },
  upload: Buffer,
): Promise<EncodingOutcome | null> {
  const encoded = await encodePicture(sellerId, upload);
  if ('fault' in encoded) return encoded;
  const { width, height, files } = encoded;
  const { db, bucket } = deps;
  const folder = bucket === null ? null : await putInNewFolder({ db, bucket }, pictureId, files);
  return await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update pictures set uploaded_at = clock_timestamp(), width = $3, height = $4, folder = $5
       where picture_id = $1 and ${isOpen}`,
      [pictureId, digestOf(token), width, height, folder],
    );
    if (rowCount === 0) return null;
    if (folder === null) await insertFiles(tx, pictureId, files);
    return encoded;
  });
}

async function insertFiles(tx: Connection, pictureId: string, files: readonly PictureFile[]): Promise<void> {
  for (const { size, webp, avif } of files) {
    await tx.query('insert into picture_files (picture_id, size, content, avif) values ($1, $2, $3, $4)', [
      pictureId,
      size,
      webp,
      avif,
    ]);
  }
}
