import { html } from 'hono/html';
import { showInstant } from '../show-instant.ts';
import type { Html } from './layout.ts';

/** Draws the terms that the bidder agrees to: the gist at once, the rest a tap away. */
export function holdTerms(endsAt: Date): Html {
  return html`<div class="terms">
<p>Your bank <b>holds</b> the amount; only the winner is charged. A bid is binding.</p>
<details><summary>What a bid does to your card</summary>
<ul>
<li>A hold is not a charge: the money stays yours, but you cannot spend it meanwhile.</li>
<li>Every bid is <b>binding and stays held until the auction ends</b> on ${showInstant(endsAt)}. It cannot be withdrawn, also when somebody outbids you.</li>
<li>To raise, bid again: that <b>adds another hold</b>, and the earlier one stays.</li>
<li>After the end only the winning bid is charged: the highest, or the next highest if its card fails. All other holds are released at once; banks may take some days to show it.</li>
</ul></details></div>`;
}
