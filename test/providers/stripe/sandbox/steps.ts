import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HoldRequest } from '../../../../src/payments/providers/gateway.ts';
import type { Challenge, Observed } from '../../../../src/payments/providers/observation.ts';
import { holdRequest, openRequest } from '../../hold-request.ts';
import type { Sandbox } from './sandbox.ts';

/** One thing that the service does with Stripe. */
export interface Step {
  readonly name: string;
  readonly does: string;
  readonly expects: string;
  /** What this machine lacks for the step; `null`: nothing. */
  lacks?(sandbox: Sandbox): string | null;
  /** Plays the step, and returns the answers by name. */
  play(sandbox: Sandbox): Promise<Readonly<Record<string, unknown>>>;
  /** What the answers have to contain. */
  readonly expected: Readonly<Record<string, unknown>>;
}

/** Everything that the service asks of Stripe, in the order of an auction's life. */
export const steps: readonly Step[] = [
  {
    name: 'Hold',
    does: 'Holds the amount of a bid on pm_card_visa, and reads the payment.',
    expects: 'The money is held, and the payment says until when.',
    async play(sandbox) {
      const { answer, payment } = await hold(sandbox, 'pm_card_visa');
      return { hold: answer, read: await sandbox.gateway.read(payment()) };
    },
    expected: { hold: { outcome: 'authorized' }, read: { outcome: 'authorized' } },
  },
  {
    name: 'A hold whose answer was lost',
    does: 'Sends the same request for a hold twice, under its idempotency key.',
    expects: 'There is one payment, and the second answer is the first.',
    async play(sandbox) {
      const { answer, request } = await hold(sandbox, 'pm_card_visa');
      const again = await sandbox.gateway.hold(request);
      return { first: answer, again, isOnePayment: answer.reference === again.reference };
    },
    expected: { first: { outcome: 'authorized' }, again: { outcome: 'authorized' }, isOnePayment: true },
  },
  {
    name: 'A hold that was given up',
    does: 'Opens a payment without a card, then sends the hold under the same idempotency key, as a late request would.',
    expects: 'The late request can hold nothing any more.',
    async play(sandbox) {
      const request = openRequest();
      const open = await sandbox.gateway.open(request);
      return { open, hold: await sandbox.gateway.hold({ ...request, ...(await present(sandbox, 'pm_card_visa')) }) };
    },
    expected: { open: { outcome: 'opened' }, hold: { outcome: 'released' } },
  },
  {
    name: 'Decline',
    does: 'Presents pm_card_visa_chargeDeclined, and pm_card_visa_chargeDeclinedInsufficientFunds.',
    expects: 'Each is refused with its own reason, which the bidder is told.',
    async play(sandbox) {
      const declined = await hold(sandbox, 'pm_card_visa_chargeDeclined');
      const poor = await hold(sandbox, 'pm_card_visa_chargeDeclinedInsufficientFunds');
      return { declined: declined.answer, insufficientFunds: poor.answer };
    },
    expected: {
      declined: { outcome: 'refused', code: 'card_declined' },
      insufficientFunds: { outcome: 'refused', code: 'insufficient_funds' },
    },
  },
  {
    name: '3-D Secure, left',
    does: 'Presents pm_card_threeDSecure2Required, does not answer the bank, and releases the payment.',
    expects: 'Nothing is held while the bank waits, and a release ends it.',
    async play(sandbox) {
      const { answer, payment } = await hold(sandbox, 'pm_card_threeDSecure2Required');
      const confirm = await sandbox.gateway.read(payment());
      return { hold: answer, confirm, release: await sandbox.gateway.release(attempt(payment())) };
    },
    expected: {
      hold: { outcome: 'challenged' },
      confirm: { outcome: 'challenged' },
      release: { outcome: 'released' },
    },
  },
  {
    name: '3-D Secure, passed',
    does: "Presents pm_card_threeDSecure2Required, and passes the bank's challenge.",
    expects: 'The money is held after the challenge.',
    lacks: lacksBank,
    async play(sandbox) {
      const { answer, payment } = await hold(sandbox, 'pm_card_threeDSecure2Required');
      await answerBank(sandbox, answer, 'pass');
      return { hold: answer, confirm: await sandbox.gateway.read(payment()) };
    },
    expected: { hold: { outcome: 'challenged' }, confirm: { outcome: 'authorized' } },
  },
  {
    name: '3-D Secure, failed',
    does: "Presents pm_card_threeDSecure2Required, and fails the bank's challenge.",
    expects: 'The bid is refused, as its bidder did not pass.',
    lacks: lacksBank,
    async play(sandbox) {
      const { answer, payment } = await hold(sandbox, 'pm_card_threeDSecure2Required');
      await answerBank(sandbox, answer, 'fail');
      return { hold: answer, confirm: await sandbox.gateway.read(payment()) };
    },
    expected: { hold: { outcome: 'challenged' }, confirm: { outcome: 'refused', code: 'authentication_failed' } },
  },
  {
    name: 'Capture',
    does: 'Captures a hold of 500 cents, then once more under another idempotency key.',
    expects: 'The whole amount is captured, and the second request finds it captured.',
    async play(sandbox) {
      const { payment } = await hold(sandbox, 'pm_card_visa');
      const capture = await sandbox.gateway.capture(attempt(payment()));
      return { capture, again: await sandbox.gateway.capture(attempt(payment())) };
    },
    expected: {
      capture: { outcome: 'captured', capturedInCents: 500 },
      again: { outcome: 'captured', capturedInCents: 500 },
    },
  },
  {
    name: 'Fallback',
    does: 'Holds two bids; the higher hold is cancelled at the dashboard; captures the higher, then the lower.',
    expects: 'The higher is refused for good, so that the next highest bidder is asked and pays.',
    async play(sandbox) {
      const lower = await hold(sandbox, 'pm_card_visa', { amountInCents: 6_000 });
      const higher = await hold(sandbox, 'pm_card_visa', { amountInCents: 7_000 });
      await sandbox.stripe.paymentIntents.cancel(higher.payment().reference);
      const refused = await sandbox.gateway.capture(attempt(higher.payment()));
      return { higher: refused, lower: await sandbox.gateway.capture(attempt(lower.payment())) };
    },
    expected: {
      higher: { outcome: 'released' },
      lower: { outcome: 'captured', capturedInCents: 6_000 },
    },
  },
  {
    name: 'Release',
    does: 'Releases a hold, releases it again, and tries to capture it.',
    expects: 'The money is free after the first request, and cannot be captured any more.',
    async play(sandbox) {
      const { payment } = await hold(sandbox, 'pm_card_visa');
      const release = await sandbox.gateway.release(attempt(payment()));
      const again = await sandbox.gateway.release(attempt(payment()));
      return { release, again, capture: await sandbox.gateway.capture(attempt(payment())) };
    },
    expected: {
      release: { outcome: 'released' },
      again: { outcome: 'released' },
      capture: { outcome: 'released' },
    },
  },
  {
    name: 'Find and list',
    does: 'Searches a payment by the id of our authorization, and lists the payments of the last minutes.',
    expects: 'The search finds it, perhaps after a minute, and the list has the payment with our metadata.',
    async play(sandbox) {
      const since = new Date(Date.now() - 600_000);
      const { request, payment } = await hold(sandbox, 'pm_card_visa');
      const find = await until(
        () => sandbox.gateway.find(request),
        ({ outcome }) => outcome === 'opened',
      );
      const list = await sandbox.gateway.list({ since, after: null, priority: 'release' });
      const listed = list.outcome === 'listed' ? list.payments : [];
      const own = listed.find(({ reference }) => reference === payment().reference);
      return { find, list: list.outcome, listed: own, hasOurId: own?.authorizationId === request.authorizationId };
    },
    expected: {
      find: { outcome: 'opened' },
      list: 'listed',
      listed: { amountInCents: 500, capturedInCents: 0, state: 'authorized', isReversed: false },
      hasOurId: true,
    },
  },
  {
    name: 'Renewal',
    does: 'Keeps the card with a hold, holds the amount again without the bidder: once with the names that our books keep, once with none; releases all, and deletes the card twice.',
    expects: 'Both renewals hold the money, and the card can be deleted.',
    async play(sandbox) {
      const { gateway } = sandbox;
      const first = await hold(sandbox, 'pm_card_visa', { keepsCard: true });
      const { customer = null, card = null } = first.answer.keptCard ?? {};
      const renewal = () => openRequest({ renews: first.payment().reference, keepsCard: true });
      const fromBooks = await gateway.holdAgain({
        ...renewal(),
        keptCard: customer === null || card === null ? null : { customer, card },
      });
      const fromStripe = await gateway.holdAgain({ ...renewal(), keptCard: null });
      const releases = [];
      for (const { reference } of [first.answer, fromBooks, fromStripe]) {
        if (reference !== null) releases.push(await gateway.release(attempt({ reference })));
      }
      const { email, authorizationId } = first.request;
      const deleteCard = await gateway.deleteCard({ customer, email, authorizationId });
      const deleteAgain = await gateway.deleteCard({ customer, email, authorizationId });
      return { hold: first.answer, fromBooks, fromStripe, releases, deleteCard, deleteAgain };
    },
    expected: {
      hold: { outcome: 'authorized' },
      fromBooks: { outcome: 'authorized' },
      fromStripe: { outcome: 'authorized' },
      releases: [{ outcome: 'released' }, { outcome: 'released' }, { outcome: 'released' }],
      deleteCard: { outcome: 'deleted' },
      deleteAgain: { outcome: 'deleted' },
    },
  },
  {
    name: 'A renewal that needs the bidder',
    does: 'Keeps pm_card_authenticationRequired with a hold that passes its challenge, then renews the hold without the bidder.',
    expects: 'The renewal is refused, so that the bidder is asked.',
    lacks: lacksBank,
    async play(sandbox) {
      const first = await hold(sandbox, 'pm_card_authenticationRequired', { keepsCard: true });
      await answerBank(sandbox, first.answer, 'pass');
      const confirm = await sandbox.gateway.read(first.payment());
      const renewal = openRequest({ renews: first.payment().reference, keepsCard: true });
      return { hold: first.answer, confirm, renewal: await sandbox.gateway.holdAgain({ ...renewal, keptCard: null }) };
    },
    expected: {
      hold: { outcome: 'challenged' },
      confirm: { outcome: 'authorized' },
      renewal: { outcome: 'refused', code: 'needs_bidder' },
    },
  },
  {
    name: 'A new connected account',
    does: 'Makes an account for a seller, reads it, makes a link to its onboarding, and holds a bid on its behalf before the onboarding.',
    expects:
      'The account takes no charges yet and says what is missing; the bid is refused at the fault of the seller, not of the card.',
    async play(sandbox) {
      const { accounts } = sandbox.gateway;
      const sellerId = randomUUID();
      const create = await accounts.create({ sellerId, sellerName: 'Acme', idempotencyKey: `account:${sellerId}` });
      if (create.outcome !== 'created') return { create };
      const returnUrl = 'https://auctions.example.com/';
      const link = await accounts.createLink({
        account: create.account,
        returnUrl,
        refreshUrl: returnUrl,
      });
      const { answer } = await hold(sandbox, 'pm_card_visa', { payee: { account: create.account, feeInCents: 25 } });
      return { create, read: await accounts.read(create.account), link, hold: answer };
    },
    expected: {
      create: { outcome: 'created' },
      read: { outcome: 'found', state: { chargesEnabled: false, detailsSubmitted: false } },
      link: { outcome: 'linked' },
      hold: { outcome: 'refused', code: 'seller_cannot_be_paid' },
    },
  },
  {
    name: 'A sale into a connected account',
    does: 'Holds and captures a bid on behalf of a connected account, with a fee of 25 cents.',
    expects: 'The account gets the sale less the fee.',
    lacks: ({ account }) => (account === null ? 'An account that takes charges: -- --account acct_…' : null),
    async play({ account, ...rest }) {
      const sandbox = { account, ...rest };
      const read = await sandbox.gateway.accounts.read(account!);
      const { answer, payment } = await hold(sandbox, 'pm_card_visa', {
        payee: { account: account!, feeInCents: 25 },
      });
      if (answer.outcome !== 'authorized') return { read, hold: answer };
      const capture = await sandbox.gateway.capture(attempt(payment()));
      const intent = await sandbox.stripe.paymentIntents.retrieve(payment().reference);
      return {
        read,
        hold: answer,
        capture,
        feeInCents: intent.application_fee_amount,
        isPaidToAccount: intent.transfer_data?.destination === account,
      };
    },
    expected: {
      read: { outcome: 'found', state: { chargesEnabled: true } },
      hold: { outcome: 'authorized' },
      capture: { outcome: 'captured', capturedInCents: 500 },
      feeInCents: 25,
      isPaidToAccount: true,
    },
  },
  {
    name: 'Refund',
    does: 'Captures 500 cents, refunds 200 of them as a person at the dashboard does, and reads what became of the payment.',
    expects: 'The refund of 200 cents is found.',
    async play(sandbox) {
      const { payment } = await hold(sandbox, 'pm_card_visa');
      await sandbox.gateway.capture(attempt(payment()));
      await sandbox.stripe.refunds.create({ payment_intent: payment().reference, amount: 200 });
      return { reversals: await sandbox.gateway.findReversals(payment()) };
    },
    expected: {
      reversals: { outcome: 'found', reversals: [{ kind: 'refund', state: 'succeeded', amountInCents: 200 }] },
    },
  },
  {
    name: 'Dispute',
    does: 'Captures 500 cents from pm_card_createDispute, whose cardholder disputes at once, and waits for the dispute.',
    expects: 'An open dispute of the whole amount is found.',
    async play(sandbox) {
      const { payment } = await hold(sandbox, 'pm_card_createDispute');
      await sandbox.gateway.capture(attempt(payment()));
      const reversals = await until(
        () => sandbox.gateway.findReversals(payment()),
        (answer) => answer.outcome === 'found' && answer.reversals.length > 0,
      );
      return { reversals };
    },
    expected: {
      reversals: { outcome: 'found', reversals: [{ kind: 'dispute', state: 'open', amountInCents: 500 }] },
    },
  },
  {
    name: 'Events',
    does: 'Plays a decline, a release, and a capture with a refund, and waits for the events of each.',
    expects: "The service's reader takes every event, and knows the payment and what happened to it.",
    async play(sandbox) {
      const declined = await hold(sandbox, 'pm_card_visa_chargeDeclined');
      const released = await hold(sandbox, 'pm_card_visa');
      const sold = await hold(sandbox, 'pm_card_visa');
      await sandbox.gateway.release(attempt(released.payment()));
      await sandbox.gateway.capture(attempt(sold.payment()));
      await sandbox.stripe.refunds.create({ payment_intent: sold.payment().reference });
      const kinds = await sandbox.events.read(
        new Map([
          [declined.payment().reference, ['failed']],
          [released.payment().reference, ['held', 'released']],
          [sold.payment().reference, ['captured', 'held', 'reversed']],
        ]),
      );
      const [ofDeclined, ofReleased, ofSold] = [...kinds.values()];
      return { declined: ofDeclined, released: ofReleased, sold: ofSold };
    },
    expected: { declined: ['failed'], released: ['held', 'released'], sold: ['captured', 'held', 'reversed'] },
  },
];

/** Presents one of Stripe's test cards, as the page of the service presents a bidder's. */
async function present({ stripe }: Sandbox, card: string, { keepsCard = false } = {}) {
  const returnUrl = 'https://auctions.example.com/return';
  const { id } = await stripe.testHelpers.confirmationTokens.create({
    payment_method: card,
    return_url: returnUrl,
    ...(keepsCard && { setup_future_usage: 'off_session' }),
  });
  return { cardToken: id, returnUrl };
}

/** Holds 500 cents for a new bid. */
async function hold(sandbox: Sandbox, card: string, facts: Partial<HoldRequest> = {}) {
  const request = holdRequest(card, { ...facts, ...(await present(sandbox, card, facts)) });
  const answer = await sandbox.gateway.hold(request);
  const payment = () => {
    if (answer.reference === null) throw new Error(`No payment was made: ${JSON.stringify(answer)}`);
    return { reference: answer.reference };
  };
  return { request, answer, payment };
}

function attempt(payment: { reference: string }) {
  return { ...payment, idempotencyKey: `sandbox:${randomUUID()}` };
}

function lacksBank({ answerBank }: Sandbox): string | null {
  return answerBank === null ? 'A person who answers the bank: a terminal, and STRIPE_PUBLISHABLE_KEY' : null;
}

async function answerBank(sandbox: Sandbox, answer: Observed, verdict: 'pass' | 'fail'): Promise<void> {
  const challenge: Challenge | null = answer.outcome === 'challenged' ? answer.challenge : null;
  if (challenge === null) throw new Error(`The bank asks nothing: ${JSON.stringify(answer)}`);
  await sandbox.answerBank!(challenge.secret, verdict);
}

/** Asks again for two minutes at most. */
async function until<Answer>(ask: () => Promise<Answer>, isComplete: (answer: Answer) => boolean): Promise<Answer> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (isComplete(answer) || performance.now() - began > 120_000) return answer;
    await delay(2_000);
  }
}
