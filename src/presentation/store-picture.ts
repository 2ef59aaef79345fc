import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { recordAudit } from '../audit/record-audit.ts';
import { fairSemaphore } from '../core/semaphore.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Bucket } from './bucket.ts';
import type { EncodedPicture } from './picture-encoder.ts';
import { putInNewFolder } from './picture-folders.ts';

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
  const encoded = await oneAtATime(sellerId, () => encodeInProcess(upload));
  if ('fault' in encoded) return encoded;
  const { width, height, files } = encoded;
  const { db, bucket } = deps;
  const folder = bucket === null ? null : await putInNewFolder({ db, bucket }, pictureId, files);
  return await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update pictures set uploaded_at = clock_timestamp(), width = $3, height = $4, folder = $5
       where picture_id = $1 and ${isOpen}`,
      [pictureId, hash('sha256', token, 'buffer'), width, height, folder],
    );
    if (rowCount === 0) return null;
    if (folder !== null) return encoded;
    const insertFile = 'insert into picture_files (picture_id, size, content, avif) values ($1, $2, $3, $4)';
    for (const { size, webp, avif } of files) await tx.query(insertFile, [pictureId, size, webp, avif]);
    return encoded;
  });
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

/** The outcome of an upload: the picture, or a sentence that says why it is none of the service. */
type EncodingOutcome = EncodedPicture | { readonly fault: string };

/** The processor time that a picture may take. A large one takes two to three seconds. */
const maxCpuSeconds = 12;

/** A machine that is busy with other things may take longer by the clock. */
const maxWallMs = 60_000;

/**
 * The memory that the process may reserve to write to. Node reserves half of it before it does anything; a progressive picture of the
 * greatest size takes 250 MB.
 */
const maxMebibytes = 1_200;

// One picture at a time bounds the memory of the machine. Sellers take turns, so that one with many pictures delays another by one.
const oneAtATime = fairSemaphore({ max: 1, maxOfOwner: 1 });

const encoder = fileURLToPath(new URL('../encode-picture.ts', import.meta.url));

/**
 * Decodes an untrusted picture and encodes it anew, in a process of its own: one that takes too long or too much memory is killed,
 * and a fault of the decoder finds no secret there.
 */
async function encodeInProcess(upload: Buffer): Promise<EncodingOutcome> {
  // The shell sets limits that a process cannot set for another one, and becomes the encoder.
  const limits = `ulimit -t ${maxCpuSeconds}; ulimit -d ${maxMebibytes * 1024}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limits, process.execPath, encoder], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: maxWallMs,
    killSignal: 'SIGKILL',
  });
  let outcome: EncodingOutcome = { fault: 'The picture takes too long to decode, or too much memory.' };
  child.on('message', (message) => (outcome = message as EncodingOutcome));
  // A process that dies while the upload is sent has its outcome above.
  child.send(upload, () => undefined);
  await once(child, 'exit');
  return outcome;
}
