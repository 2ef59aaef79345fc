import type { PictureSize } from './encode-picture.ts';

/** The address of a picture below the public one. */
export function picturePath(pictureId: string, size: PictureSize): string {
  return `/auctions/pictures/${pictureId}/${size}.webp`;
}
