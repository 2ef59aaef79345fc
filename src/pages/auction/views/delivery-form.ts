import { html } from 'hono/html';
import type { AskWinnerFor } from '../../../auctions/presentation/seller-profile.ts';
import type { FieldFault } from '../check-bid-form.ts';
import { deliveryFields, fieldsAskedFor, type TypedDelivery } from '../check-delivery-form.ts';
import type { Locale } from '../locale.ts';
import type { OwnBid } from '../own-bid.ts';
import { faultSummary } from './bid-form.ts';
import { formField } from './form-field.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** Draws what the seller asks the winner for: the form, or what was given, with the form to change it. */
export function deliveryPart(content: PageContent, won: OwnBid): Html {
  const { locale, card, sellerName, delivery: sent } = content;
  const { delivery } = locale.words;
  const asked = card.askWinnerFor;
  if (asked === 'NONE') return html``;
  const given = won.deliveryDetails;
  const heading = html`<h3>${asked === 'CONTACT' ? delivery.contact : delivery.address}</h3>`;
  if (given === null) {
    return html`<div class="delivery" id="delivery">${heading}<p>${delivery.ask({ seller: isolated(sellerName) })}</p>${form(content, won)}</div>`;
  }
  return html`<div class="delivery" id="delivery">${heading}<p>${delivery.given({ seller: isolated(sellerName) })}</p>
${givenDetails(locale, given, fieldsAskedFor(asked))}
<details${sent === null ? '' : html` open`}><summary>${delivery.change}</summary>${form(content, won)}</details></div>`;
}

/** Draws the details of a delivery that are known. */
export function givenDetails(
  { words: { delivery } }: Locale,
  given: Readonly<Record<keyof TypedDelivery, string | null>>,
  fields: readonly (keyof TypedDelivery)[] = ['name', 'address', 'telephone'],
): Html {
  const known = fields.filter((field) => given[field] !== null);
  return html`<dl class="given">${known.map((field) => html`<div><dt>${delivery.fields[field]}</dt><dd>${isolated(given[field]!)}</dd></div>`)}</dl>`;
}

function form({ locale, card, links, delivery: sent }: PageContent, won: OwnBid): Html {
  const { delivery } = locale.words;
  const { typed: values, faults } = sent ?? { typed: won.deliveryDetails, faults: [] };
  return html`${faults.length === 0 ? '' : faultSummary(locale, faults, delivery.notSent)}<form method="post" action="${links.delivery}" novalidate id="delivery-form">
${deliveryInputs(locale, { asked: card.askWinnerFor, values, faults })}
<p class="go"><button type="submit" class="button" data-busy="${delivery.sending}">${delivery.send}</button></p>
</form>`;
}

/** Draws the inputs of what the seller asks for. */
export function deliveryInputs(
  locale: Locale,
  sent: {
    asked: AskWinnerFor;
    values: Readonly<Record<keyof TypedDelivery, string | null>> | null;
    faults: readonly FieldFault[];
  },
): Html {
  const { asked, values, faults } = sent;
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
    const value = values?.[field] ?? '';
    const input = { name: field, label: delivery.fields[field], value, maxLength: deliveryFields[field] };
    return formField(locale, { ...input, ...kinds[field] }, faults);
  })}`;
}
