import { html } from 'hono/html';
import { cameBack } from '../../../auctions/bids/bid-words.ts';
import type { Html } from '../../auction/views/layout.ts';
import { parseDollars } from '../../auction/parse-dollars.ts';
import type { RefundReason } from '../../../platform/db/generated/enums.ts';
import { mutationForm } from '../mutation-form.ts';
import type { MyAuctionQuery } from '../generated/answers.ts';
import type { Sent, Visit } from '../seller-page.ts';
import { money } from './auction-parts.ts';
import { formOf } from './form-of.ts';

/** The captured money of an auction, as GraphQL answers it. */
type AnsweredPayment = NonNullable<NonNullable<MyAuctionQuery['auction']>['payment']>;

/** The fields of `payment` that the page reads. */
export const paymentFields = `capturedInCents netInCents disputedInCents refundableInCents
      refunds { amountInCents state failureCode dashboardUrl requestedAt }
      reversals { kind state amountInCents madeAt }`;

/** Says what was charged, what came back of it, and what is left: all of it from the books. */
export function charged(visit: Visit, payment: AnsweredPayment): Html {
  const { auction: words } = visit.words;
  const { capturedInCents, netInCents, disputedInCents, reversals } = payment;
  const sum = (state: string) =>
    reversals.reduce(
      (cents, each) => (each.kind === 'REFUND' && each.state === state ? cents + each.amountInCents : cents),
      0,
    );
  const value = (cents: number) => ({ value: money(visit, cents) });
  const back = cameBack(visit.locale, {
    chargedInCents: capturedInCents,
    refundedInCents: sum('SUCCEEDED'),
    returningInCents: sum('PENDING'),
    disputedInCents,
  });
  const left = netInCents > 0 && netInCents < capturedInCents ? words.left(value(netInCents)) : '';
  return html`${words.paid(value(capturedInCents))} ${back} ${left}`;
}

/** Draws what was refunded of a sale, what can still be, and the form for it. */
export function refundPart(visit: Visit, payment: AnsweredPayment, sent: Sent): Html {
  const { refund: words } = visit.words.auction;
  const { refundableInCents: left } = payment;
  return html`<section class="card" aria-labelledby="refund-heading"><h2 id="refund-heading">${words.heading}</h2>
<div id="refunds" data-live>
<p>${left === 0 ? words.nothing : words.refundable({ value: html`<b>${money(visit, left)}</b>` })}</p>
${listOfRefunds(visit, payment)}
</div>
${left === 0 && sent.form !== 'refund' ? '' : refundForm(visit, left, sent)}
</section>`;
}

/** Lists the refunds that the provider has made, and those that it was asked for and has not made, the oldest first. */
function listOfRefunds(visit: Visit, { refunds, reversals }: AnsweredPayment): Html {
  const { refund: words } = visit.words.auction;
  const made = reversals
    .filter(({ kind }) => kind === 'REFUND')
    .map(({ state, amountInCents, madeAt }) => ({
      at: madeAt,
      amountInCents,
      said: html`${words.states[state as 'PENDING' | 'SUCCEEDED' | 'FAILED']}`,
    }));
  const asked = refunds
    .filter(({ state }) => state !== 'MADE')
    .map(({ state, failureCode, dashboardUrl, amountInCents, requestedAt }) => {
      const said =
        state === 'REQUESTED' ? words.states.REQUESTED : words.states.REFUSED({ why: words.refusals[failureCode!] });
      const link =
        dashboardUrl === null ? '' : html` <a href="${dashboardUrl}" rel="noreferrer">${words.dashboard}</a>`;
      return { at: requestedAt, amountInCents, said: html`${said}${link}` };
    });
  const all = [...made, ...asked].toSorted((one, other) => one.at.localeCompare(other.at));
  if (all.length === 0) return html``;
  return html`<ul class="meaning">${all.map(({ at, amountInCents, said }) => html`<li><b>${money(visit, amountInCents)}</b> · ${visit.time(at)}<br>${said}</li>`)}</ul>`;
}

const reasons = [
  'REQUESTED_BY_CUSTOMER',
  'DUPLICATE',
  'FRAUDULENT',
] as const satisfies readonly Uppercase<RefundReason>[];

function refundForm(visit: Visit, left: number, sent: Sent): Html {
  const { words, locale, viewer } = visit;
  const { refund } = words.auction;
  if (!viewer.scopes.has('payments:refund'))
    return html`<p class="hint">${words.missingScope({ scope: 'payments:refund' })}</p>`;
  const form = formOf(visit, sent, 'refund', { amount: locale.typedDollars(left), reason: reasons[0] });
  return form.form(html`${form.text({ kind: 'dollars', name: 'amount', label: refund.amount, hint: refund.amountHint })}
${form.select({ name: 'reason', label: refund.reason, options: reasons.map((reason) => [reason, refund.reasons[reason]] as const) })}
${form.tick({ name: 'confirm', label: refund.confirm })}
<p class="buttons"><button class="button small danger">${refund.button}</button></p>`);
}

/** The form that `refundPart` draws. */
export const refundOfSale = mutationForm({
  mutation: 'refundPayment',
  isConfirmed: true,
  read: ({ locale }, { fields }) => {
    const amount = parseDollars(locale, fields.get('amount') ?? '');
    const reason = fields.get('reason') ?? '';
    if ('fault' in amount) return { variables: {}, faults: [{ field: 'amount', detail: amount.fault }] };
    return { variables: { amountInCents: amount.cents, reason } };
  },
  fieldOf: (pointer) => (pointer === '/amountInCents' ? 'amount' : pointer.slice(1)),
  done: 'refundAsked',
});
