import { html } from 'hono/html';
import type { PublicAuction } from '../find-public-auction.ts';
import type { CardForm } from '../../providers/provider-page.ts';
import { type BidBounds, raiseChips } from '../auction-state.ts';
import type { BidderOfUrl } from '../bidder-of-url.ts';
import type { FieldFault, TypedValues } from '../check-bid-form.ts';
import type { Locale } from '../locale.ts';
import { bidderFields, type PageLinks } from '../page-links.ts';
import type { CardStep } from './card-step.ts';
import { formField, holdTerms } from './form-field.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';

export interface BidFormContent {
  readonly auction: PublicAuction;
  readonly bounds: BidBounds;
  readonly links: PageLinks;
  /** From the page's own address; goes along with the form. */
  readonly bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'>;
  /** Random, new with each form that is shown. */
  readonly submissionToken: string;
  readonly values: TypedValues;
  readonly faults: readonly FieldFault[];
  /** How the card gets into the form, by the auction's provider; `null` while the auction takes no bids. */
  readonly card: CardForm | null;
  /** Whether messages about the bid are sent, in the words of the form. */
  readonly messages: 'messagesSent' | 'noMessages' | 'messagesInTest';
  /** Links to the seller's terms, where there are any. */
  readonly sellerTexts: Html;
  /** `null`: the amount and the e-mail are asked for. */
  readonly step: CardStep | null;
}

/** The first step of the form: the amount and the e-mail are checked before the card is asked for. */
export function bidForm(locale: Locale, content: BidFormContent): Html {
  const { form } = locale.words;
  const { auction, bounds, links, bidder, submissionToken, values, faults, card, sellerTexts } = content;
  return html`<form method="post" action="${links.bids}" novalidate id="bid-form"${(card?.frame ?? null) === null ? '' : html` data-reloads`}>
${Object.entries(bidderFields(bidder)).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
${bidder.bidderId === null ? '' : html`<p class="who">${form.you(html`<b>${isolated(bidder.bidderId)}</b>`)}</p>`}
<input type="hidden" name="token" value="${submissionToken}">
${formField(locale, { name: 'amount', label: form.amount, hint: amountHint(locale, auction, bounds), value: values.amount, prefix: '$', autocomplete: 'off', inputmode: 'decimal', maxLength: 20 }, faults)}
${chips(locale, auction, bounds)}
${formField(locale, { name: 'email', label: form.email, hint: html`${bidder.bidderId === null ? form.emailIsName : form.emailForReceipt} ${form[content.messages]}`, value: values.email, type: 'email', autocomplete: 'email', inputmode: 'email', maxLength: 200 }, faults)}
<p class="go"><button type="submit" class="button" data-busy="${form.checking}">${form.toCard}</button></p>
${sellerTexts}
${holdTerms(locale, auction.biddingPeriodEndsAt)}
</form>`;
}

/** Amounts to tap; they need the script, and the style hides them without it. */
function chips(locale: Locale, auction: PublicAuction, bounds: BidBounds): Html {
  return html`<p class="chips" id="chips">${raiseChips(auction, bounds).map(
    (cents) =>
      html`<button type="button" data-amount="${locale.typedDollars(cents)}">${locale.dollars(cents)}</button>`,
  )}</p>`;
}

function amountHint(
  { words: { form }, dollars }: Locale,
  { leadingValueInCents }: PublicAuction,
  { minimumInCents }: BidBounds,
): Html {
  const minimum = html`<span class="money" data-live="minimum">${dollars(minimumInCents)}</span>`;
  if (leadingValueInCents === null || leadingValueInCents < minimumInCents) return form.atLeast(minimum);
  const leading = html`<span class="money" data-live="leading">${dollars(leadingValueInCents)}</span>`;
  return form.atLeastOrLead(minimum, leading);
}

/** @param unharmed says that the faulty form has done nothing */
export function faultSummary(
  { words: { form } }: Locale,
  faults: readonly FieldFault[],
  unharmed: string = form.nothingHeld,
): Html {
  return html`<div class="notice bad" id="faults" role="alert" tabindex="-1" autofocus>
<h2>${form.faults(faults.length)}</h2>
<ul>${faults.map(({ field, detail }) => html`<li><a href="#${field}">${detail}</a></li>`)}</ul>
<p>${unharmed}</p>
</div>`;
}
