import { html } from 'hono/html';
import type { AskWinnerFor } from '../../../auctions/presentation/seller-profile.ts';
import { type FormFields, formFields } from '../../form-fields.ts';
import { type DeliveryField, deliveryFields, fieldsAskedFor } from '../check-delivery-form.ts';
import type { Locale } from '../locale.ts';
import type { OwnBid } from '../own-bid.ts';
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
  given: Readonly<Record<DeliveryField, string | null>>,
  fields: readonly DeliveryField[] = ['name', 'address', 'telephone'],
): Html {
  const known = fields.filter((field) => given[field] !== null);
  return html`<dl class="given">${known.map((field) => html`<div><dt>${delivery.fields[field]}</dt><dd>${isolated(given[field]!)}</dd></div>`)}</dl>`;
}

function form({ locale, card, links, delivery: sent }: PageContent, won: OwnBid): Html {
  const { delivery } = locale.words;
  const { name, address, telephone } = won.deliveryDetails ?? {};
  const fields = formFields({ words: locale.words.form, initial: { name, address, telephone }, ...sent });
  const inputs = deliveryInputs(locale, card.askWinnerFor, fields);
  return html`${fields.faultSummary({ namesFields: false, note: delivery.notSent })}<form method="post" action="${links.delivery}" novalidate id="delivery-form">
${inputs}
<p class="go"><button type="submit" class="button" data-busy="${delivery.sending}">${delivery.send}</button></p>
</form>`;
}

/** Draws the inputs of what the seller asks for. */
export function deliveryInputs({ words: { delivery } }: Locale, asked: AskWinnerFor, form: FormFields): Html {
  const kinds = {
    name: { kind: 'person', autocomplete: 'name' },
    address: { kind: 'person', autocomplete: 'street-address', rows: 4, hint: delivery.addressHint },
    telephone: { kind: 'tel', autocomplete: 'tel' },
  } as const;
  return html`${fieldsAskedFor(asked).map((name) => form.text({ name, label: delivery.fields[name], maxLength: deliveryFields[name], ...kinds[name] }))}`;
}
