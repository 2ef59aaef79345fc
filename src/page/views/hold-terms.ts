import { html } from 'hono/html';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** Draws the terms that the bidder agrees to: the gist at once, the rest a tap away. */
export function holdTerms({ words: { terms }, instant }: Locale, endsAt: Date): Html {
  return html`<div class="terms">
<p>${terms.gist}</p>
<details><summary>${terms.more}</summary>
<ul>
${terms.list(instant(endsAt)).map(
  (term) => html`<li>${term}</li>
`,
)}</ul></details></div>`;
}
