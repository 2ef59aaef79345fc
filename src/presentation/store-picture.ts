import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/database.ts';
import { digestOf } from './create-picture-upload.ts';
import { encodePicture, type EncodedPicture } from './encode-picture.ts';

export interface UploadAddress {
  readonly pictureId: string;
  readonly token: string;
}

/** @returns whether the address still takes its picture: it is not used, not expired, and its token is right */
export async function takesUpload({ db }: { db: Database }, { pictureId, token }: UploadAddress): Promise<boolean> {
  if (!isUuid(pictureId)) return false;
  const { rowCount } = await db.query({
    name: 'takes-upload',
    text: `select from pictures where picture_id = $1 and ${isOpen}`,
    values: [pictureId, digestOf(token)],
  });
  return rowCount === 1;
}

const isOpen = 'upload_digest = $2 and uploaded_at is null and upload_expires_at > clock_timestamp()';

/**
 * Encodes an upload anew and stores it.
 *
 * @returns `null`: the address has taken a picture meanwhile, or has expired
 */
export async function storePicture(
  { db }: { db: Database },
  { pictureId, token }: UploadAddress,
  upload: Buffer,
): Promise<EncodedPicture | { readonly fault: string } | null> {
  const encoded = await encodePicture(upload);
  if ('fault' in encoded) return encoded;
  const { width, height, files } = encoded;
  return await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update pictures set uploaded_at = clock_timestamp(), width = $3, height = $4
       where picture_id = $1 and ${isOpen}`,
      [pictureId, digestOf(token), width, height],
    );
    if (rowCount === 0) return null;
    for (const { size, content } of files) {
      await tx.query('insert into picture_files (picture_id, size, content) values ($1, $2, $3)', [
        pictureId,
        size,
        content,
      ]);
    }
    return encoded;
  });
}
