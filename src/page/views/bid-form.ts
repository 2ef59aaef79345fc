import { html } from 'hono/html';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import { cardFields } from '../../payments/simulated/card-token.ts';
import { paymentElementOptions } from '../../payments/stripe/payment-element-options.ts';
import type { BidBounds } from '../bid-bounds.ts';
import type { FieldFault, TypedValues } from '../check-bid-form.ts';
import type { PageLinks } from '../page-links.ts';
import { showDollars } from '../show-dollars.ts';
import { faultNote, formField } from './form-field.ts';
import { holdTerms } from './hold-terms.ts';
import type { Html } from './layout.ts';

export interface BidFormContent {
  readonly auction: PublicAuction;
  readonly bounds: BidBounds;
  readonly links: PageLinks;
  /** From the page's own address; goes along with the form. */
  readonly bidderId: string | null;
  /** Random, new with each form that is shown. */
  readonly submissionToken: string;
  readonly values: TypedValues;
  readonly faults: readonly FieldFault[];
  /** `null`: test cards are typed into the form itself. */
  readonly stripe: { readonly publishableKey: string; readonly scriptUrl: string; readonly returnUrl: string } | null;
}

export function bidForm(content: BidFormContent): Html {
  const { auction, bounds, links, bidderId, submissionToken, values, faults, stripe } = content;
  return html`${faults.length === 0 ? '' : faultSummary(faults)}
<form method="post" action="${links.submit}" novalidate id="bid-form"${stripe === null ? '' : stripeData(stripe, bounds)}>
${bidderId === null ? '' : html`<input type="hidden" name="bidderId" value="${bidderId}"><p class="who">You bid as <b>${bidderId}</b>.</p>`}
<input type="hidden" name="token" value="${submissionToken}">
${formField({ name: 'amount', label: 'Your bid in US dollars', hint: amountHint(auction, bounds), value: values.amount, prefix: '$', autocomplete: 'off', inputmode: 'decimal', maxLength: 20 }, faults)}
${formField({ name: 'email', label: 'E-mail', hint: emailHint(bidderId), value: values.email, type: 'email', autocomplete: 'email', inputmode: 'email', maxLength: 200 }, faults)}
${stripe === null ? testCardFields(faults) : stripeCard(faults)}
${holdTerms(auction.biddingPeriodEndsAt, 'h3')}
<button type="submit" class="button" data-busy="Asking your bank …">Place a binding bid</button>
</form>`;
}

function amountHint({ leadingValueInCents }: PublicAuction, { minimumInCents }: BidBounds): Html {
  const least = html`At least <span class="money" data-live="minimum">${showDollars(minimumInCents)}</span>`;
  if (leadingValueInCents === null || leadingValueInCents < minimumInCents) return html`${least}.`;
  return html`${least}; more than
<span class="money" data-live="leading">${showDollars(leadingValueInCents)}</span> takes the lead.`;
}

function emailHint(bidderId: string | null): string {
  return bidderId === null
    ? 'For your receipt if you win, and the seller knows you by it. Other bidders never see it.'
    : 'For your receipt if you win. Other bidders never see it.';
}

function faultSummary(faults: readonly FieldFault[]): Html {
  return html`<div class="notice bad" id="faults" role="alert" tabindex="-1" autofocus>
<h3>${faults.length === 1 ? 'One thing needs a change' : `${faults.length} things need a change`}</h3>
<ul>${faults.map(({ field, detail }) => html`<li><a href="#${field}">${detail}</a></li>`)}</ul>
<p>Nothing has been held on your card.</p>
</div>`;
}

function testCardFields(faults: readonly FieldFault[]): Html {
  return html`<fieldset class="card-fields"><legend>Card</legend>
<p class="hint">A test card, such as <span class="money">4242 4242 4242 4242</span>. <a href="#test-cards">All test cards</a></p>
${cardFields.map((field) => formField(field, faults))}
</fieldset>`;
}

/** Stripe's own frame goes into `#card`, so that no card number ever comes here. */
function stripeCard(faults: readonly FieldFault[]): Html {
  const fault = faults.find(({ field }) => field === 'card');
  return html`<fieldset class="card-fields${fault === undefined ? '' : ' faulty'}"><legend>Card</legend>
<noscript><p class="notice bad">The card form comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript to bid.</p></noscript>
${fault === undefined ? '' : faultNote(fault)}
<p class="hint">Your card goes straight to Stripe, our payment provider: its number never reaches us.</p>
<div id="card" tabindex="-1"></div>
<p class="fault" id="card-message" role="alert"></p>
<input type="hidden" name="cardToken" value="">
</fieldset>`;
}

function stripeData(
  { publishableKey, scriptUrl, returnUrl }: NonNullable<BidFormContent['stripe']>,
  bounds: BidBounds,
): Html {
  const { amount: _, ...options } = paymentElementOptions(bounds.minimumInCents);
  return html` data-stripe-key="${publishableKey}" data-stripe-script="${scriptUrl}" data-stripe-return="${returnUrl}"
 data-stripe-options="${JSON.stringify(options)}" data-stripe-minimum="${bounds.minimumInCents}"`;
}
