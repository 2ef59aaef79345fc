import { isUuid } from '../core/uuid.ts';
import type { Connection } from '../db/database.ts';
import { pictureSizes } from './encode-picture.ts';

/** @returns the WebP file of that size; `null`: there is none */
export async function findPictureFile(
  connection: Connection,
  { pictureId, size }: { pictureId: string; size: number },
): Promise<Buffer | null> {
  if (!isUuid(pictureId) || !pictureSizes.some((each) => each === size)) return null;
  const { rows } = await connection.query<{ content: Buffer }>({
    name: 'find-picture-file',
    text: 'select content from picture_files where picture_id = $1 and size = $2',
    values: [pictureId, size],
  });
  return rows[0]?.content ?? null;
}
