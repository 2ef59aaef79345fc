import { randomUUID } from 'node:crypto';
import type { Connection } from '../db/database.ts';
import type { Bucket } from './bucket.ts';
import { type PictureFile, pictureSizes, type PictureType, pictureTypes } from './picture-encoder.ts';

/** The key of a file in the bucket. */
export function keyInBucket(folder: string, size: number, type: PictureType): string {
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
      await bucket.put(keyInBucket(folder, file.size, type), file[type], `image/${type}`);
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
