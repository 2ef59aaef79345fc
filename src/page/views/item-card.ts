import { html } from 'hono/html';
import type { PageCard } from '../read-page.ts';
import type { Locale } from '../locale.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';
import { sellerTexts } from '../../presentation/rendered-texts.ts';
import { richText } from './rich-text.ts';

/** Draws the description of the item, and the texts about the seller. */
export function itemCard({ words }: Locale, card: PageCard, sellerName: string): Html {
  const { item, auction } = words;
  const { description } = card;
  const details = sellerTexts.filter((name) => card[name] !== null);
  return html`<div id="item">
${description === null ? '' : html`<section class="card" aria-labelledby="item-heading"><h2 id="item-heading">${item.heading}</h2>${richText(description)}</section>`}
${
  details.length === 0
    ? ''
    : html`<section class="card" aria-labelledby="seller-heading"><h2 id="seller-heading">${auction.soldBy(isolated(sellerName))}</h2>
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
