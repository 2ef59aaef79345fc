import { html } from 'hono/html';
import { buyNowWithin, raiseChips } from '../auction-state.ts';
import type { FieldFault } from '../check-bid-form.ts';
import type { Locale } from '../locale.ts';
import { bidInputs, formField, holdTerms } from './form-field.ts';
import { isolated } from './isolated.ts';
import { linksToSellerTexts } from './item-card-view.ts';
import type { Html } from './layout.ts';
import { latestOfBrowser } from './news-note.ts';
import type { PageContent } from './page-content.ts';

/** The first step of the form: the amount and the e-mail are checked before the card is asked for. */
export function bidForm(content: PageContent): Html {
  const { locale, auction, bounds, links, bidder, submissionToken, values, faults, cardForm } = content;
  const { form } = locale.words;
  const emailHint = html`${bidder.bidderId === null ? form.emailIsName : form.emailForReceipt} ${messagesHint(content)}`;
  // The amounts to tap need the script: the style hides them without it.
  return html`<form method="post" action="${links.bids}" novalidate id="bid-form"${(cardForm?.frame ?? null) === null ? '' : html` data-reloads`}>
${bidder.bidderId === null ? '' : html`<p class="who">${form.you({ bidder: html`<b>${isolated(bidder.bidderId)}</b>` })}</p>`}
<input type="hidden" name="token" value="${submissionToken}">
${formField(locale, { ...bidInputs.amount, label: form.amount, hint: amountHint(content), value: values.amount }, faults)}
<p class="chips" id="chips">${raiseChips(auction, bounds).map(
    (cents) =>
      html`<button type="button" data-amount="${locale.typedDollars(cents)}">${locale.dollars(cents)}</button>`,
  )}</p>
${formField(locale, { ...bidInputs.email, label: form.email, hint: emailHint, value: values.email }, faults)}
<p class="go"><button type="submit" class="button" data-busy="${form.checking}">${form.toCard}</button></p>
${buyNow(content)}
${linksToSellerTexts(locale, content.card)}
${holdTerms(locale, auction)}
</form>`;
}

/** Offers to buy the item at once. The part is there in any case, so that the script can swap it. */
function buyNow({ locale: { words, dollars }, auction, bounds }: PageContent): Html {
  const price = buyNowWithin(auction, bounds);
  if (price === null) return html`<div id="buy-now"></div>`;
  return html`<div id="buy-now"><button type="submit" class="button secondary" name="buy" value="${price}" data-busy="${words.form.checking}">${words.buyNow.button({ price: dollars(price) })}</button>
<p class="hint">${words.buyNow.hint}</p></div>`;
}

/** Says whether messages reach the address: to whoever has bid in this browser, also whether news does. */
function messagesHint({ locale, messages, own, values, followed }: PageContent): Html | string {
  const { form, news } = locale.words;
  const bid = followed === null ? latestOfBrowser(own) : null;
  if (messages !== 'messagesSent' || bid === null || bid.email !== values.email) return form[messages];
  if (bid.news === 'sent') return form.newsGoes;
  // The button belongs to the form of the note about news.
  return bid.news === 'unreachable'
    ? form[messages]
    : html`${form.newsWaits} <button type="submit" class="inline" form="news-form">${news.here[bid.news].button}</button>`;
}

function amountHint({ locale: { words, dollars }, auction, bounds }: PageContent): Html {
  const { leadingValueInCents, lapsedInCents } = auction;
  const minimum = html`<span class="money" data-live="minimum">${dollars(bounds.minimumInCents)}</span>`;
  if (leadingValueInCents === null || leadingValueInCents < bounds.minimumInCents)
    return html`${words.form.atLeast({ minimum })}${lapsedInCents === null ? '' : ` ${words.form.lapsed({ value: dollars(lapsedInCents) })}`}`;
  const leading = html`<span class="money" data-live="leading">${dollars(leadingValueInCents)}</span>`;
  return words.form.atLeastOrLead({ minimum, leading });
}

/** @param unharmed says that the faulty form has done nothing */
export function faultSummary(
  { words: { form } }: Locale,
  faults: readonly FieldFault[],
  unharmed: string = form.nothingHeld,
): Html {
  return html`<div class="notice bad" id="faults" role="alert" tabindex="-1" autofocus>
<h2>${form.faults({ count: faults.length })}</h2>
<ul>${faults.map(({ field, detail }) => html`<li><a href="#${field}">${detail}</a></li>`)}</ul>
<p>${unharmed}</p>
</div>`;
}
