import { html } from 'hono/html';
import type { AuctionPicture } from '../../presentation/auction-pictures.ts';
import { pictureSizes, type PictureSize, type PictureType } from '../../presentation/picture-encoder.ts';
import { picturePath } from '../../presentation/picture-path.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** Draws the first picture, above the title. A box of a fixed shape keeps the page from moving as it loads. */
export function leadPicture([first]: readonly AuctionPicture[], base: string): Html {
  if (first === undefined) return html``;
  const { pictureId, alternativeText } = first;
  const sources = (type: PictureType) =>
    pictureSizes.map((size) => `${base}${picturePath(pictureId, size, type)} ${size}w`).join(', ');
  // Nobody sees more than two dots a pixel in a photograph: a screen with three gets the smaller file.
  const shown = '(min-width: 56rem) 36rem, (min-resolution: 2.5dppx) 66vw, 100vw';
  return html`<a class="lead-picture" href="${base}${picturePath(pictureId, 1600)}"><picture><source type="image/avif" srcset="${sources('avif')}" sizes="${shown}"><img src="${base}${picturePath(pictureId, 960)}" srcset="${sources('webp')}" sizes="${shown}" alt="${alternativeText}" width="3" height="2" fetchpriority="high"></picture></a>`;
}

/** Draws the other pictures. A closed disclosure loads none of them: the first view stays light. */
export function morePictures({ words }: Locale, [, ...more]: readonly AuctionPicture[], base: string): Html {
  if (more.length === 0) return html``;
  return html`<details class="more-pictures"><summary>${words.item.morePictures(more.length)}</summary>
<ul>${more.map(
    ({ pictureId, alternativeText }) =>
      html`<li><a href="${base}${picturePath(pictureId, 1600)}"><picture>${smallAvif(pictureId, base)}<img src="${base}${picturePath(pictureId, 480)}" alt="${alternativeText}" width="4" height="3" loading="lazy"></picture></a></li>`,
  )}</ul></details>`;
}

/** Draws the seller's logo, next to the name that says the same. */
export function logo(pictureId: string | null, base: string): Html {
  if (pictureId === null) return html``;
  return html`<picture>${smallAvif(pictureId, base)}<img class="logo" src="${base}${picturePath(pictureId, 480)}" alt="" width="36" height="36"></picture>`;
}

function smallAvif(pictureId: string, base: string): Html {
  const smallest: PictureSize = 480;
  return html`<source type="image/avif" srcset="${base}${picturePath(pictureId, smallest, 'avif')}">`;
}
