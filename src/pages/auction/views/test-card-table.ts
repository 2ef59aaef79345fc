import { html } from 'hono/html';
import type { TestCards } from '../../../payments/providers/provider-page.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** The tables that are drawn already. A provider has one list for each language, and each page for trying out shows it. */
const drawn = new WeakMap<TestCards, Html>();

/** Draws the cards that a provider has for trying it out, and what each does. */
export function testCardTable(locale: Locale, list: TestCards): Html {
  const table = drawn.get(list) ?? drawTable(locale, list);
  drawn.set(list, table);
  return table;
}

function drawTable({ words: { testCards } }: Locale, { cards }: TestCards): Html {
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
