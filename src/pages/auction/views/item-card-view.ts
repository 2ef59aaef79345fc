import { html } from 'hono/html';
import type { AuctionPicture } from '../../../auctions/presentation/auction-presentation.ts';
import { type CardTexts, sellerTexts } from '../../../auctions/presentation/item-card.ts';
import {
  picturePath,
  type PictureSize,
  pictureSizes,
  type PictureType,
} from '../../../auctions/presentation/picture-encoder.ts';
import type { Locale } from '../locale.ts';
import type { PageCard } from '../read-page.ts';
import { isolated, richText } from './isolated.ts';
import type { Html } from './layout.ts';

type ShownPicture = Pick<AuctionPicture, 'pictureId' | 'alternativeText'>;

/**
 * Draws the pictures, above everything: one next to the other, to be swiped, whole. Only the first is asked for at once. A box of a
 * fixed shape keeps the page from moving as they load.
 */
export function gallery({ words }: Locale, pictures: readonly ShownPicture[], base: string): Html {
  if (pictures.length === 0) return html``;
  const count = pictures.length;
  return html`<div class="gallery">
<ul id="pictures">${pictures.map((picture, index) => html`<li id="picture-${index + 1}">${slide(picture, { base, isFirst: index === 0 })}</li>`)}</ul>
${count === 1 ? '' : html`<p class="dots">${pictures.map((_, index) => html`<a href="#picture-${index + 1}"${index === 0 ? html` aria-current="true"` : ''}><span class="visually-hidden">${words.item.pictureOf({ number: index + 1, count })}</span></a>`)}</p>`}
</div>`;
}

/** Draws one picture. The link opens its largest size; the script enlarges it in place instead. */
function slide(
  { pictureId, alternativeText }: ShownPicture,
  { base, isFirst }: { base: string; isFirst: boolean },
): Html {
  const sources = (type: PictureType) =>
    pictureSizes.map((size) => `${base}${picturePath(pictureId, size, type)} ${size}w`).join(', ');
  // Nobody sees more than two dots a pixel in a photograph: a screen with three gets the smaller file.
  const shown = '(min-width: 56rem) 36rem, (min-resolution: 2.5dppx) 66vw, 100vw';
  return html`<a href="${base}${picturePath(pictureId, 1600)}"><picture><source type="image/avif" srcset="${sources('avif')}" sizes="${shown}"><img src="${base}${picturePath(pictureId, 960)}" srcset="${sources('webp')}" sizes="${shown}" alt="${alternativeText}" width="4" height="3" fetchpriority="${isFirst ? 'high' : 'auto'}" loading="${isFirst ? 'eager' : 'lazy'}"></picture></a>`;
}

/** Draws the seller's logo, next to the name that says the same. */
export function logo(pictureId: string | null, base: string): Html {
  if (pictureId === null) return html``;
  return html`<picture>${smallAvif(pictureId, base)}<img class="logo" src="${base}${picturePath(pictureId, 480)}" alt="" width="36" height="36"></picture>`;
}

export function smallAvif(pictureId: string, base: string): Html {
  const smallest: PictureSize = 480;
  return html`<source type="image/avif" srcset="${base}${picturePath(pictureId, smallest, 'avif')}">`;
}

/** Draws the description of the item, and the texts about the seller. */
export function itemCardView({ words }: Locale, card: CardTexts, sellerName: string): Html {
  const { item, auction } = words;
  const { description } = card;
  const details = sellerTexts.filter((name) => card[name] !== null);
  return html`<div id="item">
${description === null ? '' : html`<section class="card" aria-labelledby="item-heading"><h2 id="item-heading">${item.heading}</h2>${richText(description)}</section>`}
${
  details.length === 0
    ? ''
    : html`<section class="card" aria-labelledby="seller-heading"><h2 id="seller-heading">${auction.soldBy({ seller: isolated(sellerName) })}</h2>
<dl class="details">${details.map((name) => html`<div id="${anchorOf(name)}"><dt>${item[name]}</dt><dd>${richText(card[name]!)}</dd></div>`)}</dl></section>`
}
</div>`;
}

/** The seller's texts that somebody may want to read before bidding. */
const readBeforeBidding = ['terms', 'shipping', 'imprint', 'privacy'] as const;

/** Draws one line of links to the seller's texts further down, for the place where a bidder agrees to them. */
export function linksToSellerTexts({ words }: Locale, card: PageCard): Html {
  const shown = readBeforeBidding.filter((name) => card[name] !== null);
  if (shown.length === 0) return html``;
  return html`<p class="hint">${shown.map((name, at) => html`${at === 0 ? '' : ' · '}<a href="#${anchorOf(name)}">${words.item[name]}</a>`)}</p>`;
}

function anchorOf(name: (typeof sellerTexts)[number]): string {
  return `seller-${name}`;
}
