import { fairSemaphore } from '../../core/semaphore.ts';
import { encodingWaitMs } from '../auction/pictures.ts';
import type { PictureDeps } from '../../auctions/presentation/encode-original.ts';
import { maxUploadBytes, type PictureFault } from '../../auctions/presentation/picture-encoder.ts';
import { storePicture } from '../../auctions/presentation/store-picture.ts';
import type { Deps } from '../../payments/deps.ts';
import { mutationDocument } from './mutation-document.ts';
import { refusalWords } from './mutation-form.ts';
import type { Visit } from './seller-page.ts';

/** A form with pictures is in memory until they are stored: of each seller two. One that comes too slowly is given up. */
export const fewBodies = fairSemaphore({ max: 16, maxOfOwner: 2 });

/** Begins the upload of a picture as any client does. @returns the id, and the token of the address that takes it; or why not */
export async function beginUpload({ words, run }: Pick<Visit, 'words' | 'run'>) {
  const { data, errors } = await run<{
    readonly createPictureUpload: {
      readonly pictureUpload: { readonly pictureId: string; readonly uploadUrl: string };
    };
  }>(createUpload.document, {});
  const [refused] = errors;
  if (refused !== undefined) return { fault: refusalWords(words, refused) };
  const { pictureId, uploadUrl } = data!.createPictureUpload.pictureUpload;
  return { pictureId, token: new URL(uploadUrl).searchParams.get('token') ?? '' };
}

/** Stores a picture of a form, or says why not. One that takes long to encode is shown later. */
export async function takePicture(
  deps: Pick<Deps, 'log'> & PictureDeps,
  visit: Pick<Visit, 'viewer' | 'words' | 'run'>,
  file: File,
): Promise<{ readonly pictureId: string } | { readonly fault: string }> {
  const { words } = visit;
  const because = (reason: keyof typeof words.pictureFaults) => ({
    fault: words.pictureFaults[reason]({ name: file.name }),
  });
  if (file.size > maxUploadBytes) return because('too_many_bytes');
  const begun = await beginUpload(visit);
  if ('fault' in begun) return begun;
  const { sellerId } = visit.viewer;
  const upload = Buffer.from(await file.arrayBuffer());
  const stored = await storePicture(deps, { ...begun, sellerId }, upload, encodingWaitMs);
  if (stored === null || stored === 'full') return because('busy');
  if (stored !== 'waiting' && 'fault' in stored) return because(stored.fault satisfies PictureFault);
  return { pictureId: begun.pictureId };
}

const createUpload = mutationDocument('createPictureUpload', 'pictureUpload { pictureId uploadUrl }');
