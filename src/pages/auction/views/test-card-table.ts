import { html } from 'hono/html';
import type { TestCards } from '../../../payments/providers/provider-page.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** Draws the cards that a provider has for trying it out, and what each does. */
export function testCardTable({ words: { testCards } }: Locale, { cards }: TestCards): Html {
  return html`<table>
<thead><tr><th scope="col">${testCards.number}</th><th scope="col">${testCards.does}</th></tr></thead>
<tbody>${cards.map(({ number, does }) => html`<tr><td class="number">${grouped(number)}</td><td>${does}</td></tr>`)}</tbody>
</table>`;
}

/** Writes the number of a card in the groups that it has on the card. */
function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
