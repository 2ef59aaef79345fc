import { randomUUID } from 'node:crypto';
import { isUuid } from '../../core/uuid.ts';
import type { Connection } from '../../platform/db/database.ts';
import { type Bucket, BucketOutage } from './bucket.ts';
import { type PictureFile, pictureSizes, type PictureType, pictureTypes } from './picture-encoder.ts';

/** The key of a file in the bucket. */
function keyInBucket(folder: string, size: number, type: PictureType): string {
  return `pictures/${folder}/${size}.${type}`;
}

/**
 * Puts the files of a picture into a folder of their own, which two uploads at once to one address do not share. The folder is
 * recorded first: whatever happens afterwards, it is either the picture's or deleted later.
 */
export async function putInNewFolder(
  { db, bucket }: { db: Connection; bucket: Bucket },
  pictureId: string,
  files: readonly PictureFile[],
): Promise<string> {
  const folder = randomUUID();
  await db.query('insert into picture_folders (folder, picture_id) values ($1, $2)', [folder, pictureId]);
  for (const file of files) {
    for (const type of pictureTypes) {
      const content = file[type];
      if (content !== null) await bucket.put(keyInBucket(folder, file.size, type), content, `image/${type}`);
    }
  }
  return folder;
}

const foldersAtOnce = 100;

/**
 * Deletes folders of the bucket that no picture has its files in: of deleted pictures, and of uploads that failed. An
 * upload takes less than an hour, so that none in progress is touched.
 *
 * @returns whether there may be more
 */
export async function deleteStrayFolders({ db, bucket }: { db: Connection; bucket: Bucket }): Promise<boolean> {
  const { rows } = await db.query<{ folder: string }>(
    `select folder from picture_folders f
     where created_at < clock_timestamp() - interval '1 hour'
       and not exists (select from pictures p where p.picture_id = f.picture_id and p.folder = f.folder)
     limit $1`,
    [foldersAtOnce],
  );
  for (const { folder } of rows) {
    for (const size of pictureSizes) {
      for (const type of pictureTypes) await bucket.delete(keyInBucket(folder, size, type));
    }
    await db.query('delete from picture_folders where folder = $1', [folder]);
  }
  return rows.length === foldersAtOnce;
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
): Promise<Buffer | null> {
  if (!isUuid(pictureId) || !pictureSizes.some((each) => each === size)) return null;
  const { rows } = await db.query<{ folder: string | null; content: Buffer | null }>({
    name: 'find-picture-file',
    text: `
      select pictures.folder, case $3 when 'avif' then files.avif when 'jpeg' then files.jpeg else files.content end as content
      from pictures left join picture_files files on files.picture_id = pictures.picture_id and files.size = $2
      where pictures.picture_id = $1`,
    values: [pictureId, size, type],
  });
  const found = rows[0];
  if (found === undefined) return null;
  if (found.folder === null) return found.content;
  if (bucket === null) throw new BucketOutage('A picture is in a bucket, and S3_BUCKET_URL is not set.');
  return await bucket.get(keyInBucket(found.folder, size, type));
}
