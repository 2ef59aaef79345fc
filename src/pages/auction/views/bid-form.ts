import { html } from 'hono/html';
import { formFields, hiddenInputs } from '../../form-fields.ts';
import { buyNowWithin, raiseChips } from '../auction-state.ts';
import type { PublicAuction } from '../find-public-auction.ts';
import type { Locale } from '../locale.ts';
import { isolated } from './isolated.ts';
import { linksToSellerTexts } from './item-card-view.ts';
import type { Html } from './layout.ts';
import { latestOfBrowser } from './news-note.ts';
import type { PageContent } from './page-content.ts';

export const emailField = { kind: 'email', name: 'email', autocomplete: 'email' } as const;

/** The first step of the form: the amount and the e-mail are checked before the card is asked for. */
export function bidForm(content: PageContent): Html {
  const { locale, auction, bounds, links, bidder, submissionToken, values, faults, cardForm } = content;
  const { form, hold } = locale.words;
  const fields = formFields({ words: form, initial: { ...values }, faults });
  const emailHint = html`${bidder.bidderId === null ? form.emailIsName : form.emailForReceipt} ${messagesHint(content)}`;
  const amount = fields.text({ kind: 'dollars', name: 'amount', label: form.amount, hint: amountHint(content) });
  const email = fields.text({ ...emailField, label: form.email, hint: emailHint });
  // The amounts to tap need the script: the style hides them without it.
  return html`${fields.faultSummary({ namesFields: false, note: hold({ isReleasing: false }) })}<form method="post" action="${links.bids}" novalidate id="bid-form"${(cardForm?.frame ?? null) === null ? '' : html` data-reloads`}>
${bidder.bidderId === null ? '' : html`<p class="who">${form.you({ bidder: html`<b>${isolated(bidder.bidderId)}</b>` })}</p>`}
${hiddenInputs({ token: submissionToken })}
${amount}
<p class="chips" id="chips">${raiseChips(auction, bounds).map(
    (cents) =>
      html`<button type="button" data-amount="${locale.typedDollars(cents)}">${locale.dollars(cents)}</button>`,
  )}</p>
${email}
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

/** Draws the terms that the bidder agrees to: the gist at once, the rest a tap away. */
export function holdTerms(
  { words: { terms }, instant }: Locale,
  { biddingPeriodEndsAt, latestEndsAt }: Pick<PublicAuction, 'biddingPeriodEndsAt' | 'latestEndsAt'>,
): Html {
  const { binding, bindingAtLatest } = terms.list;
  const mayMove = latestEndsAt > biddingPeriodEndsAt;
  return html`<div class="terms">
<p>${terms.gist}</p>
<details><summary>${terms.more}</summary>
<ul>
<li>${terms.list.hold}</li>
<li>${(mayMove ? bindingAtLatest : binding)({ end: instant(latestEndsAt) })}</li>
<li>${terms.list.raise}</li>
<li>${terms.list.charge}</li>
</ul></details></div>`;
}
