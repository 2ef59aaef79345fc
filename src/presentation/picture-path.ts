import type { PictureSize, PictureType } from './picture-encoder.ts';

/** The address of a picture below the public one. */
export function picturePath(pictureId: string, size: PictureSize, type: PictureType = 'webp'): string {
  return `/auctions/pictures/${pictureId}/${size}.${type}`;
}
