import { html, raw } from 'hono/html';
import type { PublicAuction } from '../find-public-auction.ts';
import type { CardForm } from '../../providers/provider-page.ts';
import type { BidderOfUrl } from '../bidder-of-url.ts';
import { type BidTerms, type Confirmation, type FieldFault, writeConfirmed } from '../check-bid-form.ts';
import type { Locale } from '../locale.ts';
import { bidderFields, type PageLinks } from '../page-links.ts';
import { faultNote, formField, holdTerms } from './form-field.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';

/** A bid whose amount and e-mail are right, before its card is asked. */
export interface CardStep {
  readonly terms: BidTerms;
  /** The questions that the bidder answers with yes by going on. */
  readonly needed: readonly Confirmation[];
  /** Held now for the bidder's lower bids. */
  readonly heldInCents: number;
  /** The bidder has placed the leading bid. */
  readonly isOwnLead: boolean;
  /** Stands for a card that was read already; `null`: the card is asked for. */
  readonly cardToken: string | null;
  /** Values that the card's fields are filled with, by name. */
  readonly typedCard?: Readonly<Record<string, string>>;
}

/** Draws the second step of the form. The amount and the e-mail come along, and the token of a card that was read. */
export function cardStep(
  locale: Locale,
  content: {
    step: CardStep;
    auction: PublicAuction;
    links: PageLinks;
    bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'>;
    submissionToken: string;
    card: CardForm | null;
    faults: readonly FieldFault[];
    sellerTexts: Html;
  },
): Html {
  const { words, dollars } = locale;
  const { step, auction, links, bidder, submissionToken, card, faults } = content;
  const { terms, needed, cardToken } = step;
  const value = dollars(terms.valueInCents);
  const fields = {
    ...bidderFields(bidder),
    token: submissionToken,
    amount: (terms.valueInCents / 100).toFixed(2),
    email: terms.email,
    ...(cardToken === null ? {} : { cardToken }),
    confirmed: writeConfirmed(terms.valueInCents, needed),
  };
  const cardShown = cardToken === null ? card : null;
  return html`<h2 id="bid-heading" tabindex="-1"${faults.length === 0 ? html` autofocus` : ''}>${needed.length === 0 ? words.card.yourBid(money(locale, terms.valueInCents)) : words.card.isRight(money(locale, terms.valueInCents))}</h2>
${needed.map((kind) => html`<p class="notice">${reasons[kind](locale, content)}</p>`)}
${faults.length === 0 ? html`<p class="hint">${words.card.nothingHeldYet}</p>` : ''}
<form method="post" action="${links.bids}" novalidate id="bid-form"${Object.entries(cardShown?.data ?? {}).map(([name, value]) => html` data-${raw(name)}="${value}"`)}>
${Object.entries(fields).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<p class="who">${words.form.you(html`<b>${isolated(bidder.bidderId ?? terms.email)}</b>`)}</p>
${cardShown === null ? '' : cardFieldset(locale, cardShown, step.typedCard ?? {}, faults)}
<p class="go"><button type="submit" class="button" data-busy="${words.card.asking}">${words.card.place(value)}</button></p>
<button type="submit" class="button secondary" name="change" value="1">${words.card.change}</button>
${content.sellerTexts}
${holdTerms(locale, auction.biddingPeriodEndsAt)}
</form>`;
}

function cardFieldset(
  locale: Locale,
  { hint, fields, frame }: CardForm,
  typed: Readonly<Record<string, string>>,
  faults: readonly FieldFault[],
): Html {
  const fault = faults.find(({ field }) => field === 'card');
  return html`<fieldset class="card-fields${fault === undefined ? '' : ' faulty'}"><legend>${locale.words.card.legend}</legend>
${fault === undefined ? '' : faultNote(locale, fault)}
<p class="hint">${hint}</p>
${frame ?? ''}${fields.map((field) => formField(locale, { ...field, value: typed[field.name] ?? '' }, faults))}
</fieldset>`;
}

type ReasonContent = Pick<Parameters<typeof cardStep>[1], 'step' | 'auction'>;

const reasons: Record<Confirmation, (locale: Locale, content: ReasonContent) => Html> = {
  raise: (locale, { step: { terms, heldInCents, isOwnLead } }) => {
    const { card } = locale.words;
    const [held, value] = [money(locale, heldInCents), money(locale, terms.valueInCents)];
    return card.raise(isOwnLead ? card.youLead : card.youRaise, held, value);
  },
  high: (locale, { auction: { leadingValueInCents, minimumBidValueInCents } }) => {
    const { card } = locale.words;
    return leadingValueInCents !== null && leadingValueInCents >= minimumBidValueInCents
      ? card.highOverLeading(money(locale, leadingValueInCents))
      : card.highOverMinimum(money(locale, minimumBidValueInCents));
  },
  backup: (locale, { auction: { leadingValueInCents }, step: { terms } }) => {
    const { card } = locale.words;
    const leading = money(locale, leadingValueInCents ?? 0);
    const isEqual = terms.valueInCents === leadingValueInCents;
    return card.willNotLead(isEqual ? card.earlierIsEqual(leading) : card.leadingIsHigher(leading));
  },
};

function money({ dollars }: Locale, cents: number): Html {
  return html`<span class="money">${dollars(cents)}</span>`;
}
