import { html } from 'hono/html';
import { showInstant } from '../show-instant.ts';
import type { Html } from './layout.ts';

/** What a bid means for the card, in the words that the bidder agrees to. */
export function holdTerms(endsAt: Date, heading: 'h2' | 'h3'): Html {
  const title = 'What a bid does to your card';
  return html`${heading === 'h2' ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
<ul class="terms">
<li>Your bank <b>holds</b> the amount of your bid. A hold is not a charge: the money stays yours, but you cannot spend it meanwhile.</li>
<li>Every bid is <b>binding and stays held</b> until the auction ends on ${showInstant(endsAt)}. It cannot be withdrawn, also when somebody outbids you.</li>
<li>To raise, bid again: that <b>adds another hold</b>, and the earlier one stays.</li>
<li>After the end only the winning bid is charged: the highest, or the next highest if its card fails. All other holds are released at once; banks may take some days to show it.</li>
</ul>`;
}
