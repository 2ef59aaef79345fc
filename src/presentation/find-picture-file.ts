import { isUuid } from '../core/uuid.ts';
import type { Connection } from '../db/database.ts';
import { type Bucket, BucketOutage } from './bucket.ts';
import { pictureSizes, type PictureType } from './picture-encoder.ts';
import { keyInBucket } from './picture-folders.ts';

export interface FoundPictureFile {
  readonly content: Buffer;
  /** An AVIF file that does not exist is replaced by the WebP file: earlier versions have stored no other. */
  readonly type: PictureType;
}

/**
 * Reads a file of a picture from where it was stored, whatever the settings say now.
 *
 * @returns `null`: there is none
 * @throws BucketOutage
 */
export async function findPictureFile(
  { db, bucket }: { db: Connection; bucket: Bucket | null },
  { pictureId, size, type }: { pictureId: string; size: number; type: PictureType },
): Promise<FoundPictureFile | null> {
  if (!isUuid(pictureId) || !pictureSizes.some((each) => each === size)) return null;
  const { rows } = await db.query<{ folder: string | null; content: Buffer | null; type: PictureType }>({
    name: 'find-picture-file',
    text: `
      select pictures.folder,
        case when $3 = 'avif' then coalesce(files.avif, files.content) else files.content end as content,
        case when $3 = 'avif' and files.avif is not null then 'avif' else 'webp' end as type
      from pictures left join picture_files files on files.picture_id = pictures.picture_id and files.size = $2
      where pictures.picture_id = $1`,
    values: [pictureId, size, type],
  });
  const found = rows[0];
  if (found === undefined) return null;
  if (found.folder === null) return found.content && { content: found.content, type: found.type };
  if (bucket === null) throw new BucketOutage('A picture is in a bucket, and S3_BUCKET_URL is not set.');
  const content = await bucket.get(keyInBucket(found.folder, size, type));
  return content && { content, type };
}
