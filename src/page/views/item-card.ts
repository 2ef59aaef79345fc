import { html } from 'hono/html';
import type { PageCard } from '../read-page.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';
import type { RichText } from '../../presentation/rich-text.ts';
import { richText } from './rich-text.ts';

/** Draws the description of the item, and the seller's contact and terms. */
export function itemCard({ words }: Locale, card: PageCard, sellerName: string): Html {
  const { item, auction } = words;
  const { description, contact, terms, returnAddress } = card;
  const details = [
    [item.contact, contact],
    [item.terms, terms],
    [item.returnAddress, returnAddress],
  ].filter((detail): detail is [string, RichText] => detail[1] !== null);
  return html`<div id="item">
${description === null ? '' : html`<section class="card" aria-labelledby="item-heading"><h2 id="item-heading">${item.heading}</h2>${richText(description)}</section>`}
${
  details.length === 0
    ? ''
    : html`<section class="card" aria-labelledby="seller-heading"><h2 id="seller-heading">${auction.soldBy(sellerName)}</h2>
<dl class="details">${details.map(([label, text]) => html`<div><dt>${label}</dt><dd>${richText(text)}</dd></div>`)}</dl></section>`
}
</div>`;
}
