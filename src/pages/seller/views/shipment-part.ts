import { html } from 'hono/html';
import { knownCarriers, trackingPageOf } from '../../../auctions/bidders/carriers.ts';
import { maxCarrierLength, maxTrackingNumberLength } from '../../../auctions/bidders/record-shipment.ts';
import { maxWebAddressLength } from '../../../core/web-address.ts';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { mutationForm } from '../mutation-form.ts';
import type { MyAuctionQuery } from '../generated/answers.ts';
import type { Sent, Visit } from '../seller-page.ts';
import { formOf } from './form-of.ts';

type AnsweredShipment = NonNullable<NonNullable<MyAuctionQuery['auction']>['shipment']>;

/** The fields of `shipment` that the page reads. */
export const shipmentFields = 'carrier trackingNumber trackingUrl recordedAt';

/** Draws how the item of a sale was sent, and the form that says so or corrects it. */
export function shipmentPart(visit: Visit, shipment: AnsweredShipment | null, sent: Sent): Html {
  const { shipment: words } = visit.words.auction;
  const form = shipmentForm(visit, shipment, sent);
  const isOpen = sent.form === 'ship';
  return html`<section class="card" aria-labelledby="shipment-heading"><h2 id="shipment-heading">${visit.locale.words.item.shipping}</h2>
${shipment === null ? html`<p>${words.intro}</p>${form}` : html`${recorded(visit, shipment)}<details${isOpen ? html` open` : ''}><summary>${words.change}</summary>${form}</details>`}
</section>`;
}

function recorded(visit: Visit, { carrier, trackingNumber, trackingUrl, recordedAt }: AnsweredShipment): Html {
  const { shipment } = visit.locale.words;
  const number =
    trackingNumber === null
      ? ''
      : html` ${shipment.number}: <code class="reference" dir="ltr">${trackingNumber}</code>`;
  const link = trackingUrl === null ? '' : html`<p><a href="${trackingUrl}" rel="noreferrer">${shipment.track}</a></p>`;
  return html`<p id="shipped">${shipment.by({ carrier: html`<b>${isolated(carrier)}</b>` })}${number}</p>${link}
<p class="hint">${visit.words.auction.shipment.recorded({ time: visit.time(recordedAt) })}</p>`;
}

function shipmentForm(visit: Visit, shipment: AnsweredShipment | null, sent: Sent): Html {
  const { shipment: words } = visit.words.auction;
  if (!visit.viewer.scopes.has('auctions:write'))
    return html`<p class="hint">${visit.words.missingScope({ scope: 'auctions:write' })}</p>`;
  const { carrier = '', trackingNumber = null, trackingUrl = null } = shipment ?? {};
  // The page of a known carrier follows from the number, which may be corrected.
  const ownUrl = trackingUrl === trackingPageOf(carrier, trackingNumber) ? null : trackingUrl;
  const form = formOf(visit, sent, 'ship', { carrier, trackingNumber, trackingUrl: ownUrl });
  return form.form(html`${form.text({ name: 'carrier', label: words.carrier, hint: words.carrierHint, maxLength: maxCarrierLength, suggestions: knownCarriers.map((each) => [each, '']) })}
${form.text({ kind: 'code', name: 'trackingNumber', label: visit.locale.words.shipment.number, isOptional: true, maxLength: maxTrackingNumberLength })}
${form.text({ kind: 'url', name: 'trackingUrl', label: words.url, hint: words.urlHint, isOptional: true, maxLength: maxWebAddressLength })}
<p class="buttons"><button class="button small">${shipment === null ? words.button : words.correct}</button></p>`);
}

/** The form that `shipmentPart` draws. */
export const shipmentOfSale = mutationForm({
  mutation: 'recordShipment',
  read: (_, { fields }) => ({
    variables: {
      carrier: fields.get('carrier') ?? '',
      trackingNumber: fields.get('trackingNumber')?.trim() || null,
      trackingUrl: fields.get('trackingUrl')?.trim() || null,
    },
  }),
  invalid: { trackingUrl: 'url' },
  done: 'shipped',
});
