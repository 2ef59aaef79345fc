import { html, raw } from 'hono/html';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { CardForm } from '../../payments/provider-page.ts';
import { heldInCents } from '../bid-status.ts';
import type { BidderOfUrl } from '../bidder-of-url.ts';
import type { BidTerms, FieldFault } from '../check-bid-form.ts';
import { type Confirmation, writeConfirmed } from '../needed-confirmations.ts';
import { bidderFields, type PageLinks } from '../page-links.ts';
import { showDollars, typedDollars } from '../show-dollars.ts';
import { faultNote, formField } from './form-field.ts';
import { holdTerms } from './hold-terms.ts';
import type { Html } from './layout.ts';

/** A bid whose amount and e-mail are right, before its card is asked. */
export interface CardStep {
  readonly terms: BidTerms;
  /** The questions that the bidder answers with yes by going on. */
  readonly needed: readonly Confirmation[];
  readonly isOwnLead: boolean;
  /** Stands for a card that was read already; `null`: the card is asked for. */
  readonly cardToken: string | null;
  /** Values that the card's fields are filled with, by name. */
  readonly typedCard?: Readonly<Record<string, string>>;
}

/** Draws the second step of the form. The amount and the e-mail come along, and the token of a card that was read. */
export function cardStep(content: {
  step: CardStep;
  auction: PublicAuction;
  own: readonly OwnBid[];
  links: PageLinks;
  bidder: Pick<BidderOfUrl, 'bidderId' | 'signature'>;
  submissionToken: string;
  card: CardForm | null;
  faults: readonly FieldFault[];
}): Html {
  const { step, auction, links, bidder, submissionToken, card, faults } = content;
  const { terms, needed, cardToken } = step;
  const value = showDollars(terms.valueInCents);
  const fields = {
    ...bidderFields(bidder),
    token: submissionToken,
    amount: typedDollars(terms.valueInCents),
    email: terms.email,
    ...(cardToken === null ? {} : { cardToken }),
    confirmed: writeConfirmed(terms.valueInCents, needed),
  };
  const cardShown = cardToken === null ? card : null;
  return html`<h2 id="bid-heading" tabindex="-1"${faults.length === 0 ? html` autofocus` : ''}>${needed.length === 0 ? html`Your bid: <span class="money">${value}</span>` : html`Is <span class="money">${value}</span> right?`}</h2>
${needed.map((kind) => html`<p class="notice">${reasons[kind](content)}</p>`)}
${faults.length === 0 ? html`<p class="hint">Nothing has been held on your card yet.</p>` : ''}
<form method="post" action="${links.submit}" novalidate id="bid-form"${cardShown === null ? '' : dataOf(cardShown)}>
${Object.entries(fields).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<p class="who">You bid as <b>${bidder.bidderId ?? terms.email}</b>.</p>
${cardShown === null ? '' : cardFieldset(cardShown, step.typedCard ?? {}, faults)}
<button type="submit" class="button" data-busy="Asking your bank …">Place a binding bid of ${value}</button>
<button type="submit" class="button secondary" name="change" value="1">Change the bid</button>
${holdTerms(auction.biddingPeriodEndsAt)}
</form>`;
}

function cardFieldset(
  { hint, fields, frame }: CardForm,
  typed: Readonly<Record<string, string>>,
  faults: readonly FieldFault[],
): Html {
  const fault = faults.find(({ field }) => field === 'card');
  return html`<fieldset class="card-fields${fault === undefined ? '' : ' faulty'}"><legend>Card</legend>
${fault === undefined ? '' : faultNote(fault)}
<p class="hint">${hint}</p>
${frame ?? ''}${fields.map((field) => formField({ ...field, value: typed[field.name] ?? '' }, faults))}
</fieldset>`;
}

/** Writes the attributes that the provider's script reads. */
function dataOf({ data }: CardForm): Html {
  return html`${Object.entries(data).map(([name, value]) => html` data-${raw(name)}="${value}"`)}`;
}

type ReasonContent = Pick<Parameters<typeof cardStep>[0], 'step' | 'auction' | 'own'>;

const reasons: Record<Confirmation, (content: ReasonContent) => Html> = {
  raise: ({ auction, own, step: { terms } }) => {
    const held = heldInCents(own, auction);
    return html`<b>You already lead with <span class="money">${showDollars(auction.leadingValueInCents ?? 0)}</span>.</b> This adds a
<span class="money">${showDollars(terms.valueInCents)}</span> hold: <span class="money">${showDollars(held + terms.valueInCents)}</span> in all.`;
  },
  high: ({ auction: { leadingValueInCents, minimumBidValueInCents } }) =>
    leadingValueInCents !== null && leadingValueInCents >= minimumBidValueInCents
      ? html`<b>This is a very high bid:</b> at least ten times the leading bid of <span class="money">${showDollars(leadingValueInCents)}</span>. If you win, you pay all of it.`
      : html`<b>This is a very high bid:</b> at least ten times the minimum of <span class="money">${showDollars(minimumBidValueInCents)}</span>. If you win, you pay all of it.`,
  backup: ({ auction: { leadingValueInCents }, step: { terms, isOwnLead } }) => {
    const leading = html`<span class="money">${showDollars(leadingValueInCents ?? 0)}</span>`;
    const isEqual = terms.valueInCents === leadingValueInCents;
    const why = isOwnLead
      ? html`your own leading bid of ${leading} is ${isEqual ? 'equal' : 'higher'}`
      : isEqual
        ? html`it is equal to the leading bid of ${leading}, which was earlier`
        : html`the leading bid is ${leading}`;
    return html`<b>This bid will not lead:</b> ${why}. It would be a backup: binding and held like any other, and it
wins only if the cards of all bids before it fail.`;
  },
};
