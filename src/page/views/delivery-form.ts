import { html } from 'hono/html';
import type { OwnBid } from '../own-bid.ts';
import type { AskWinnerFor } from '../../presentation/seller-profile.ts';
import type { FieldFault } from '../check-bid-form.ts';
import { deliveryFields, fieldsAskedFor, type TypedDelivery } from '../check-delivery-form.ts';
import type { BidderOfUrl } from '../bidder-of-url.ts';
import type { Locale } from '../locale.ts';
import { bidderFields, type PageLinks } from '../page-links.ts';
import { faultSummary } from './bid-form.ts';
import { formField } from './form-field.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';

/** The form of the winner that was just sent, and what is wrong with it. */
export interface SentDelivery {
  readonly typed: TypedDelivery;
  readonly faults: readonly FieldFault[];
}

interface DeliveryContent {
  readonly asked: AskWinnerFor;
  readonly won: OwnBid;
  readonly sellerName: string;
  readonly links: PageLinks;
  readonly bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'>;
  /** The key of the private link that was opened; `null`: the winner's own page. */
  readonly followed: string | null;
  /** `null`: none was sent, or it was good. */
  readonly sent: SentDelivery | null;
}

/** Draws what the seller asks the winner for: the form, or what was given, with the form to change it. */
export function deliveryPart(locale: Locale, content: DeliveryContent): Html {
  const { asked, won, sellerName, sent } = content;
  const { delivery } = locale.words;
  if (asked === 'NONE') return html``;
  const given = won.deliveryDetails;
  const heading = html`<h3>${asked === 'CONTACT' ? delivery.contact : delivery.address}</h3>`;
  if (given === null) {
    return html`<div class="delivery" id="delivery">${heading}<p>${delivery.ask(isolated(sellerName))}</p>${form(locale, content)}</div>`;
  }
  const rows = fieldsAskedFor(asked).flatMap((field) => {
    const text = given[field];
    return text === null ? [] : [html`<div><dt>${delivery.fields[field]}</dt><dd>${isolated(text)}</dd></div>`];
  });
  return html`<div class="delivery" id="delivery">${heading}<p>${delivery.given(isolated(sellerName))}</p>
<dl class="given">${rows}</dl>
<details${sent === null ? '' : html` open`}><summary>${delivery.change}</summary>${form(locale, content)}</details></div>`;
}

function form(locale: Locale, { asked, won, links, bidder, followed, sent }: DeliveryContent): Html {
  const { delivery } = locale.words;
  const faults = sent?.faults ?? [];
  const hidden = followed === null ? bidderFields(bidder) : { key: followed };
  const values = sent?.typed ?? won.deliveryDetails;
  return html`${faults.length === 0 ? '' : faultSummary(locale, faults, delivery.notSent)}<form method="post" action="${links.delivery}" novalidate id="delivery-form">
${Object.entries(hidden).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
${deliveryInputs(locale, { asked, values, faults })}
<p class="go"><button type="submit" class="button" data-busy="${delivery.sending}">${delivery.send}</button></p>
</form>`;
}

/** Draws the inputs of what the seller asks for. */
export function deliveryInputs(
  locale: Locale,
  {
    asked,
    values,
    faults,
  }: {
    asked: AskWinnerFor;
    values: Readonly<Record<keyof TypedDelivery, string | null>> | null;
    faults: readonly FieldFault[];
  },
): Html {
  const { delivery } = locale.words;
  const kinds = {
    name: { autocomplete: 'name', inputmode: 'text', writes: 'words' },
    address: {
      autocomplete: 'street-address',
      inputmode: 'text',
      writes: 'words',
      rows: 4,
      hint: delivery.addressHint,
    },
    telephone: { autocomplete: 'tel', inputmode: 'tel', type: 'tel' },
  } as const;
  return html`${fieldsAskedFor(asked).map((field) => {
    const input = {
      name: field,
      label: delivery.fields[field],
      value: values?.[field] ?? '',
      maxLength: deliveryFields[field],
    };
    return formField(locale, { ...input, ...kinds[field] }, faults);
  })}`;
}
