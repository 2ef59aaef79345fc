import { html } from 'hono/html';
import type { Html } from '../../page/views/layout.ts';
import type { SellerWords } from '../words/en.ts';

/**
 * Draws a key or a secret that is never shown again. A form that was sent twice gets a note in its place.
 *
 * @param heading says what it is
 */
export function shownOnce({ shownOnce: words }: SellerWords, heading: string, secret: string): Html {
  if (!/^(?:auc|whsec)_/.test(secret)) return html`<p class="notice" role="status">${words.repeated}</p>`;
  return html`<div class="notice good" role="status" id="secret"><h2>${heading}</h2>
<p class="address secret" dir="ltr"><code>${secret}</code></p><p>${words.once}</p></div>`;
}
