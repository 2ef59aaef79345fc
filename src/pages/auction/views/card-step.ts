import { html, raw } from 'hono/html';
import type { CardForm } from '../../../payments/providers/provider-page.ts';
import type { CardStep } from '../card-step-of.ts';
import { probablyMeant } from '../../../core/email-address.ts';
import { type Confirmation, writeConfirmed } from '../check-bid-form.ts';
import { type FormFields, formFields, hiddenInputs } from '../../form-fields.ts';
import type { Locale } from '../locale.ts';
import { holdTerms } from './bid-form.ts';
import { isolated } from './isolated.ts';
import { linksToSellerTexts } from './item-card-view.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** Draws the second step of the form. The amount and the e-mail come along, and the token of a card that was read. */
export function cardStep(content: PageContent, step: CardStep): Html {
  const { locale, auction, links, bidder, submissionToken, cardForm, faults } = content;
  const { words, dollars } = locale;
  const { terms, needed, cardToken } = step;
  const value = dollars(terms.valueInCents);
  const { isPurchase } = terms;
  const hidden = {
    token: submissionToken,
    ...(isPurchase ? { buy: `${terms.valueInCents}` } : { amount: (terms.valueInCents / 100).toFixed(2) }),
    email: terms.email,
    ...(cardToken === null ? {} : { cardToken }),
    confirmed: writeConfirmed(terms.valueInCents, needed),
  };
  const cardShown = cardToken === null ? cardForm : null;
  const fields = formFields({ words: words.form, initial: step.typedCard ?? {}, faults });
  const card = cardShown === null ? '' : cardFieldset(locale, cardShown, fields);
  return html`${fields.faultSummary({ namesFields: false, note: words.hold({ isReleasing: false }) })}<h2 id="bid-heading" tabindex="-1"${faults.length === 0 ? html` autofocus` : ''}>${isPurchase ? words.buyNow.button({ price: money(locale, terms.valueInCents) }) : needed.every((kind) => kind === 'address') ? words.card.yourBid({ value: money(locale, terms.valueInCents) }) : words.card.isRight({ value: money(locale, terms.valueInCents) })}</h2>
${needed.map((kind) => html`<p class="notice">${reasons[kind](content, step)}</p>`)}
${isPurchase ? html`<div class="terms"><p>${words.buyNow.terms}</p></div>` : faults.length === 0 ? html`<p class="hint">${words.card.nothingHeldYet}</p>` : ''}
<form method="post" action="${links.bids}" novalidate id="bid-form"${Object.entries(cardShown?.data ?? {}).map(([name, value]) => html` data-${raw(name)}="${value}"`)}>
${hiddenInputs(hidden)}
<p class="who">${words.form.you({ bidder: html`<b>${isolated(bidder.bidderId ?? terms.email)}</b>` })}</p>
${card}
<p class="go"><button type="submit" class="button" data-busy="${words.card.asking}">${isPurchase ? words.buyNow.place({ price: value }) : words.card.place({ value })}</button></p>
<button type="submit" class="button secondary" name="change" value="1">${isPurchase ? words.buyNow.instead : words.card.change}</button>
${linksToSellerTexts(locale, content.card)}
${isPurchase ? '' : holdTerms(locale, auction)}
</form>`;
}

function cardFieldset(locale: Locale, { hint, fields, frame }: CardForm, form: FormFields): Html {
  const { faulty, described, notes } = form.notesOf('card', null);
  return html`<fieldset class="card-fields${faulty}"${described}><legend>${locale.words.card.legend}</legend>
${notes}
<p class="hint">${hint}</p>
${frame ?? ''}${fields.map((field) => form.text({ kind: 'code', ...field }))}
</fieldset>`;
}

const reasons: Record<Confirmation, (content: PageContent, step: CardStep) => Html> = {
  raise: ({ locale }, { terms, heldInCents, isOwnLead }) => {
    const { card } = locale.words;
    const [held, value] = [money(locale, heldInCents), money(locale, terms.valueInCents)];
    return card.raise({ who: isOwnLead ? card.youLead : card.youRaise, held, value });
  },
  high: ({ locale, auction: { leadingValueInCents, minimumBidValueInCents } }) => {
    const { card } = locale.words;
    return leadingValueInCents !== null && leadingValueInCents >= minimumBidValueInCents
      ? card.highOverLeading({ leading: money(locale, leadingValueInCents) })
      : card.highOverMinimum({ minimum: money(locale, minimumBidValueInCents) });
  },
  backup: ({ locale, auction: { leadingValueInCents } }, { terms }) => {
    const { card } = locale.words;
    const leading = money(locale, leadingValueInCents ?? 0);
    const isEqual = terms.valueInCents === leadingValueInCents;
    return card.willNotLead({ why: isEqual ? card.earlierIsEqual({ leading }) : card.leadingIsHigher({ leading }) });
  },
  address: ({ locale }, { terms: { email } }) =>
    locale.words.card.addressIsRight({
      typed: html`<b>${isolated(email)}</b>`,
      meant: html`<b>${isolated(probablyMeant(email) ?? email)}</b>`,
    }),
};

function money({ dollars }: Locale, cents: number): Html {
  return html`<span class="money">${dollars(cents)}</span>`;
}
