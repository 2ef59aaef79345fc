import { html } from 'hono/html';
import type { OwnBid } from '../own-bid.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** Says to the winner how the item was sent; nothing before that. */
export function sentItem({ locale }: PageContent, { shipment }: OwnBid): Html {
  if (shipment === null) return html``;
  const { carrier, trackingNumber, trackingUrl, recordedAt } = shipment;
  const { words, instant } = locale;
  const number =
    trackingNumber === null
      ? ''
      : html`<dl class="given"><div><dt>${words.shipment.number}</dt><dd><code class="reference" dir="ltr">${trackingNumber}</code></dd></div></dl>`;
  const link =
    trackingUrl === null
      ? ''
      : html`<p><a class="button secondary" href="${trackingUrl}" rel="noreferrer">${words.shipment.track}</a></p>`;
  return html`<div class="delivery" id="shipment"><h3>${words.shipment.heading}</h3>
<p>${words.shipment.by({ carrier: html`<b>${isolated(carrier)}</b>` })}</p>
${number}${link}<p class="hint">${words.shipment.recorded({ time: instant(recordedAt) })}</p></div>`;
}
