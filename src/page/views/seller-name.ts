import { html } from 'hono/html';
import type { PageCard } from '../read-page.ts';
import type { Locale } from '../locale.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';

/** Writes who sells, and the way back to the seller's shop. */
export function sellerName({ words: { auction } }: Locale, name: string, { shopUrl }: PageCard): Html {
  const sold = auction.soldBy(html`<b>${isolated(name)}</b>`);
  // The address of this page names its bidder: the shop does not get it.
  return shopUrl === null ? sold : html`${sold} · <a href="${shopUrl}" rel="noreferrer">${auction.toShop}</a>`;
}
