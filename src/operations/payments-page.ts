import { html } from 'hono/html';
import { followEvent } from '../books/follow-event.ts';
import { type SimulatedChange, simulateChange } from '../books/simulate-change.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import {
  type DashboardPayment,
  findAuctionPayments,
  findSimulatedEvents,
} from '../providers/simulated/find-payments.ts';
import { holdChanges } from '../providers/simulated/decide.ts';
import { reversalChanges } from '../providers/simulated/dashboard.ts';
import { adminPage, type Html } from './admin-layout.ts';

const maxPayments = 100;

const words: Record<SimulatedChange, string> = {
  capture: 'Capture the hold',
  cancel: 'Cancel the hold',
  lapse: 'Let the hold lapse now',
  refund: 'Refund',
  refund_failed: 'The last refund fails',
  dispute: 'Dispute: the cardholder wants the money back',
  dispute_won: 'The dispute is won',
  dispute_lost: 'The dispute is lost',
  fraud_warning: 'The bank warns of fraud',
};

/**
 * Makes the dashboard of the simulated provider, which a live seller's operator would find at the real provider: the
 * payments of a test seller's auction, and what can happen to them without a request of the service.
 *
 * @param state.auctionId as it was typed; `null`: none yet
 */
export async function paymentsPage(
  deps: Deps,
  base: string,
  { auctionId, result }: { auctionId: string | null; result?: { text: string; status: number } },
): Promise<Response> {
  const isId = auctionId !== null && isUuid(auctionId);
  const payments = isId ? await findAuctionPayments(deps.db, auctionId, maxPayments) : [];
  const path = `${base}/admin/test-payments`;
  return adminPage({
    title: 'Test payments',
    status: result?.status ?? 200,
    main: html`<main>
<div class="top"><h1>Test payments</h1><a href="${base}/admin">Operations</a></div>
<p class="soft">The simulated provider’s dashboard: play what a person at the provider, a cardholder or a bank does. No real money moves.</p>
${result === undefined ? '' : html`<p class="${result.status < 400 ? 'done' : 'error'}" role="${result.status < 400 ? 'status' : 'alert'}">${result.text}</p>`}
<form method="get" action="${path}">
<label for="auctionId">Auction</label>
<input id="auctionId" name="auctionId" required maxlength="36" spellcheck="false" autocomplete="off" value="${auctionId ?? ''}">
<button>Show its payments</button>
</form>
${auctionId === null ? '' : paymentList(path, auctionId, payments)}
</main>`,
  });
}

function paymentList(path: string, auctionId: string, payments: readonly DashboardPayment[]): Html {
  if (payments.length === 0) return html`<p>The simulated provider has no payment for this auction.</p>`;
  return html`<h2>${payments.length === maxPayments ? `The ${maxPayments} highest payments` : 'Payments'}</h2>
<form method="post" action="${path}">
<input type="hidden" name="auctionId" value="${auctionId}">
<button class="quiet" name="change" value="events">Send all events again, the latest first</button>
</form>
<ul class="rows">
${payments.map((payment) => paymentRow(path, auctionId, payment))}
</ul>`;
}

function paymentRow(path: string, auctionId: string, payment: DashboardPayment): Html {
  const { reference, amountInCents, status, card, email, captureBefore, ours, isKnown, reversals } = payment;
  return html`<li><strong>${(amountInCents / 100).toFixed(2)} USD, ${status}</strong>; our books: ${ours}${isKnown ? '' : ', without its reference'}
<small><code>${reference}</code>, ${email}${card === null ? '' : `, card ${card}`}${
    captureBefore === null ? '' : `, held until ${captureBefore.toISOString()}`
  }${reversals.map((reversal) => html`<br>${reversal}`)}</small>
${isKnown ? changeForm(path, auctionId, reference, status) : ''}</li>`;
}

function changeForm(path: string, auctionId: string, reference: string, status: DashboardPayment['status']): Html | '' {
  const changes = status === 'authorized' ? holdChanges : status === 'captured' ? reversalChanges : {};
  const names = Object.keys(changes) as SimulatedChange[];
  if (names.length === 0) return '';
  return html`<form method="post" action="${path}">
<input type="hidden" name="auctionId" value="${auctionId}">
<input type="hidden" name="reference" value="${reference}">
<label for="change-${reference}">What happens</label>
<select id="change-${reference}" name="change">
${names.map((name) => html`<option value="${name}">${words[name]}</option>`)}
</select>
<label for="amount-${reference}">Cents, of a capture, refund or dispute; empty: all that is left</label>
<input id="amount-${reference}" name="amountInCents" inputmode="numeric" pattern="[0-9]{1,8}" autocomplete="off">
<label for="lost-${reference}">The provider’s event</label>
<select id="lost-${reference}" name="event"><option value="heard">arrives</option><option value="lost">gets lost</option></select>
<button>Do it</button>
</form>`;
}

/**
 * Carries out what an operator has chosen on the page.
 *
 * @param form the fields of the form; other values than its own are refused
 */
export async function changePayment(
  deps: Deps,
  viewer: Viewer,
  base: string,
  form: Readonly<Partial<Record<'auctionId' | 'reference' | 'change' | 'amountInCents' | 'event', unknown>>>,
): Promise<Response> {
  const { auctionId, reference, change, amountInCents = '', event = 'heard' } = form;
  const shown = typeof auctionId === 'string' && isUuid(auctionId) ? auctionId : null;
  const answer = (status: number, text: string) =>
    paymentsPage(deps, base, { auctionId: shown, result: { status, text } });
  if (shown === null) return answer(400, 'Choose an auction first.');
  if (change === 'events') {
    const events = (await findSimulatedEvents(deps.db, shown)).toReversed();
    for (const one of events) await followEvent(deps, 'simulated', one);
    return answer(200, `Sent ${events.length} events.`);
  }
  if (typeof reference !== 'string' || typeof change !== 'string' || !Object.hasOwn(words, change))
    return answer(400, 'Choose one of the changes.');
  if (typeof amountInCents !== 'string' || !/^\d{0,8}$/.test(amountInCents))
    return answer(400, 'The amount is a whole number of cents.');
  const isDone = await simulateChange(deps, viewer, {
    reference,
    change: change as SimulatedChange,
    amountInCents: amountInCents === '' ? null : Number(amountInCents),
    isHeard: event !== 'lost',
  });
  return isDone
    ? answer(200, `Done: ${words[change as SimulatedChange].toLowerCase()}.`)
    : answer(400, 'The payment does not allow this change now.');
}
