import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fairSemaphore } from '../../core/semaphore.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Bucket } from './bucket.ts';
import type { EncodedPicture, PictureFault } from './picture-encoder.ts';
import { putInNewFolder } from './picture-folders.ts';

/** The dependencies of what stores pictures: in the bucket, if there is one, else in the database. */
export interface PictureDeps {
  readonly db: Database;
  readonly bucket: Bucket | null;
}

/** The outcome of an upload: the dimensions of its largest size, or the reason why it becomes no picture of the service. */
export type EncodingOutcome = Pick<EncodedPicture, 'width' | 'height'> | { readonly fault: PictureFault };

// One picture at a time bounds the memory of the machine. Sellers take turns, so that one with many pictures delays another by one.
const oneAtATime = fairSemaphore({ max: 1, maxOfOwner: 1 });

/**
 * Encodes an upload that waits, stores the picture, and deletes the upload.
 *
 * @returns `null`: nothing waits, or another process encodes it
 * @throws BucketOutage; the upload waits on
 */
export async function encodeOriginal(
  { db, bucket }: PictureDeps,
  { pictureId, sellerId }: { pictureId: string; sellerId: string },
): Promise<EncodingOutcome | null> {
  return await oneAtATime(sellerId, async () => {
    const upload = await claim(db, pictureId);
    if (upload === null) return null;
    try {
      const encoded = await encodeInProcess(upload);
      if ('fault' in encoded) {
        await db.transaction(async (tx) => {
          const { rowCount } = await tx.query('delete from picture_originals where picture_id = $1', [pictureId]);
          if (rowCount === 1) {
            await tx.query('update pictures set fault = $2 where picture_id = $1', [pictureId, encoded.fault]);
          }
        });
        return encoded;
      }
      return (await store({ db, bucket }, pictureId, encoded)) ? encoded : null;
    } catch (error) {
      await db.query('update picture_originals set claimed_at = null where picture_id = $1', [pictureId]);
      throw error;
    }
  });
}

/** An encoder that died leaves its claim. Encoding and storing take less. */
const claimLasts = `interval '5 minutes'`;

async function claim(db: Database, pictureId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>({
    name: 'claim-original',
    text: `
      update picture_originals set claimed_at = clock_timestamp()
      where picture_id = $1 and (claimed_at is null or claimed_at < clock_timestamp() - ${claimLasts})
      returning content`,
    values: [pictureId],
  });
  return rows[0]?.content ?? null;
}

/** Stores the files of a picture in place of its upload. @returns whether the upload was still there */
async function store({ db, bucket }: PictureDeps, pictureId: string, encoded: EncodedPicture): Promise<boolean> {
  const { width, height, files } = encoded;
  const folder = bucket === null ? null : await putInNewFolder({ db, bucket }, pictureId, files);
  return await db.transaction(async (tx) => {
    const { rowCount } = await tx.query('delete from picture_originals where picture_id = $1', [pictureId]);
    if (rowCount === 0) return false;
    await tx.query(
      `update pictures set uploaded_at = clock_timestamp(), width = $2, height = $3, folder = $4, fault = null
       where picture_id = $1`,
      [pictureId, width, height, folder],
    );
    if (folder !== null) return true;
    const insertFile = 'insert into picture_files (picture_id, size, content, avif, jpeg) values ($1, $2, $3, $4, $5)';
    for (const { size, webp, avif, jpeg } of files) await tx.query(insertFile, [pictureId, size, webp, avif, jpeg]);
    return true;
  });
}

/** The processor time that a picture may take. The largest progressive ones take eight seconds. */
const maxCpuSeconds = 20;

/** A machine that is busy with other things may take longer by the clock. */
const maxWallMs = 60_000;

/**
 * The memory that the process may reserve to write to. Node reserves half of it before it does anything; a progressive JPEG or an
 * interlaced PNG of the greatest size takes 550 MB, any other picture 170 MB.
 */
const maxMebibytes = 1_200;

const encoder = fileURLToPath(new URL('../../encode-picture.ts', import.meta.url));

/**
 * Decodes an untrusted picture and encodes it anew, in a process of its own: one that takes too long or too much memory is killed,
 * and a fault of the decoder finds no secret there.
 */
async function encodeInProcess(upload: Buffer): Promise<EncodedPicture | { readonly fault: PictureFault }> {
  // The shell sets limits that a process cannot set for another one, and becomes the encoder.
  const limits = `ulimit -t ${maxCpuSeconds}; ulimit -d ${maxMebibytes * 1024}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limits, process.execPath, encoder], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: maxWallMs,
    killSignal: 'SIGKILL',
  });
  let outcome: EncodedPicture | { readonly fault: PictureFault } = { fault: 'too_demanding' };
  child.on('message', (message) => (outcome = message as typeof outcome));
  // A process that dies while the upload is sent has its outcome above.
  child.send(upload, () => undefined);
  await once(child, 'exit');
  return outcome;
}

/** A process that has taken an upload encodes it itself, unless it has died or its bucket was away. */
const waitsForSeconds = 120;

/** Encodes the uploads that no process encodes any more, the oldest first. */
export async function encodeLeftOriginals(deps: PictureDeps, signal: AbortSignal): Promise<void> {
  const { rows } = await deps.db.query<{ pictureId: string; sellerId: string }>(
    `select picture_id as "pictureId", seller_id as "sellerId" from picture_originals join pictures using (picture_id)
     where greatest(received_at, claimed_at) < clock_timestamp() - $1 * interval '1 second'
     order by received_at limit 20`,
    [waitsForSeconds],
  );
  for (const left of rows) {
    if (signal.aborted) return;
    await encodeOriginal(deps, left);
  }
}
