import { fairSemaphore, semaphore } from '../core/semaphore.ts';
import type { Deps } from '../deps.ts';
import type { Bucket } from '../presentation/bucket.ts';
import { maxUploadBytes } from '../presentation/picture-encoder.ts';
import { storePicture } from '../presentation/store-picture.ts';
import { refusalWords } from './mutation-form.ts';
import type { Visit } from './seller-page.ts';

/** A form with pictures is in memory until they are encoded: of each seller one. One that comes too slowly is given up. */
export const fewBodies = fairSemaphore({ max: 16, maxOfOwner: 1 });

/** The pictures of a form are encoded once all of it has come: a slow sender occupies no place of others. */
export const fewUploadForms = semaphore(4);

/** Takes a picture of a form by an upload as any client begins it. */
export async function takePicture(
  deps: Pick<Deps, 'db'> & { readonly bucket: Bucket | null },
  { viewer: { sellerId }, words, run }: Pick<Visit, 'viewer' | 'words' | 'run'>,
  file: File,
): Promise<{ readonly pictureId: string } | { readonly fault: string }> {
  const noPicture = { fault: words.ownFaults.picture({ name: file.name }) };
  if (file.size > maxUploadBytes) return noPicture;
  const { data, errors } = await run<{
    readonly createPictureUpload: { readonly pictureId: string; readonly uploadUrl: string };
  }>(createUpload, {});
  const [refused] = errors;
  if (refused !== undefined) return { fault: refusalWords(words, refused) };
  const { pictureId, uploadUrl } = data!.createPictureUpload;
  const token = new URL(uploadUrl).searchParams.get('token') ?? '';
  const upload = Buffer.from(await file.arrayBuffer());
  const stored = await storePicture(deps, { pictureId, token, sellerId }, upload);
  return stored === null || 'fault' in stored ? noPicture : { pictureId };
}

const createUpload = 'mutation CreatePictureUpload { createPictureUpload { pictureId uploadUrl } }';
