import { html } from 'hono/html';
import { testCards } from '../../payments/simulated/test-cards.ts';
import type { Html } from './layout.ts';

/** The cards of the simulated provider, and what each does. */
export function testCardList(): Html {
  return html`<details class="card" id="test-cards">
<summary>Test cards</summary>
<p>Any expiry in the future, any security code of the right length.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>${testCards.map(({ number, does }) => html`<tr><td class="number">${grouped(number)}</td><td>${does}</td></tr>`)}</tbody>
</table>
</details>`;
}

function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
