import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCallBudget } from '../../../src/payments/call-budget.ts';
import { type CallLimiter, makeCallLimiter, unlimited } from '../../../src/payments/call-limiter.ts';
import type { Gateway } from '../../../src/payments/gateway.ts';
import { connectStripe } from '../../../src/payments/stripe/connect-stripe.ts';
import { makeStripeGateway } from '../../../src/payments/stripe/make-stripe-gateway.ts';
import { freshDatabase } from '../../support/database.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts';

let standIn: StripeStandIn;
let gateway: Gateway;

function connect(apiBase: string, deadlineMs = 500, limiter = unlimited): Gateway {
  const config = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecrets: ['whsec_x'], apiBase };
  return makeStripeGateway(connectStripe(config, { deadlineMs }), { deadlineMs, limiter });
}

beforeEach(async () => {
  standIn = await startStripeStandIn();
  gateway = connect(standIn.url);
});
afterEach(() => standIn[Symbol.asyncDispose]());

const ids = { authorizationId: randomUUID(), auctionId: randomUUID(), sellerId: randomUUID() };

async function open(renews: string | null = null, keepsCard = true, through = gateway): Promise<string> {
  const idempotencyKey = `open:${randomUUID()}`;
  const answer = await through.open({
    ...ids,
    amountInCents: 12_500,
    email: 'ann@example.com',
    renews,
    keepsCard,
    idempotencyKey,
  });
  if (answer.outcome !== 'opened') throw new Error(JSON.stringify(answer));
  return answer.reference;
}

async function hold(card = 'visa', through = gateway): Promise<string> {
  const reference = await open(null, through === gateway, through);
  await through.authorize({
    reference,
    cardToken: standIn.token(card),
    returnUrl: 'http://localhost/return',
    idempotencyKey: randomUUID(),
  });
  return reference;
}

test('a payment is a PaymentIntent of one customer, for cards, captured by hand, with the card kept for later', async () => {
  await open();
  const [customer, intent] = standIn.requests;
  expect(customer).toMatchObject({
    route: 'POST /v1/customers',
    form: { email: 'ann@example.com', 'metadata[authorization_id]': ids.authorizationId },
  });
  expect(intent!.route).toBe('POST /v1/payment_intents');
  expect(intent!.form).toEqual({
    amount: '12500',
    currency: 'usd',
    capture_method: 'manual',
    'allowed_payment_method_types[0]': 'card',
    setup_future_usage: 'off_session',
    'payment_method_options[card][request_extended_authorization]': 'if_available',
    customer: expect.stringMatching(/^cus_/),
    description: `Bid in auction ${ids.auctionId}`,
    statement_descriptor_suffix: `AUC ${ids.auctionId.slice(-6).toUpperCase()}`,
    receipt_email: 'ann@example.com',
    'metadata[authorization_id]': ids.authorizationId,
    'metadata[auction_id]': ids.auctionId,
    'metadata[seller_id]': ids.sellerId,
  });
});

test('a card is brought as a ConfirmationToken, with Stripe.js on the page to answer challenges', async () => {
  const reference = await open();
  const cardToken = standIn.token('visa');
  await gateway.authorize({
    reference,
    cardToken,
    returnUrl: 'http://localhost/return',
    idempotencyKey: 'authorize:1',
  });
  expect(standIn.requests.at(-1)).toEqual({
    route: `POST /v1/payment_intents/${reference}/confirm`,
    form: {
      confirmation_token: cardToken,
      return_url: 'http://localhost/return',
      use_stripe_sdk: 'true',
      'expand[0]': 'latest_charge',
    },
    idempotencyKey: 'authorize:1',
  });
});

test('the page gets the client secret of a challenge', async () => {
  const reference = await open();
  const answer = await gateway.authorize({
    reference,
    cardToken: standIn.token('challenge_once'),
    returnUrl: 'http://localhost/return',
    idempotencyKey: randomUUID(),
  });
  const clientSecret = standIn.intent(reference).client_secret;
  expect(answer).toEqual({ outcome: 'challenged', challenge: { provider: 'stripe', secret: clientSecret } });
});

test('a renewal uses the saved card of the same customer, off session, and keeps it no second time', async () => {
  const old = standIn.intent(await hold());
  const renewal = await open(old.id);
  await gateway.renew({ reference: renewal, idempotencyKey: 'renew:1' });
  const [created, confirmed] = standIn.requests.slice(-2);
  expect(created!.form).toMatchObject({ customer: old.customer, payment_method: old.payment_method });
  expect(created!.form).not.toHaveProperty('setup_future_usage');
  expect(confirmed).toEqual({
    route: `POST /v1/payment_intents/${renewal}/confirm`,
    form: { off_session: 'true', 'expand[0]': 'latest_charge' },
    idempotencyKey: 'renew:1',
  });
});

test('a payment that never had a card cannot be renewed', async () => {
  const answer = await gateway.open({
    ...ids,
    amountInCents: 100,
    email: 'a@b.c',
    renews: await open(),
    keepsCard: true,
    idempotencyKey: 'open:1',
  });
  expect(answer).toEqual({ outcome: 'refused', code: 'needs_bidder' });
});

test('where Stripe does not say until when the money is held, the shortest time that any card has is assumed', async () => {
  standIn.hideCaptureBefore();
  const reference = await hold();
  const answer = await gateway.read({ reference });
  if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
  expect(Math.round((answer.captureBefore.getTime() - Date.now()) / 3600_000)).toBe(4 * 24);
});

test.each(['unauthorized', 'server_error'] as const)('%s is no definite failure', async (fault) => {
  const reference = await hold();
  standIn.spoil(/capture$/, fault);
  expect((await gateway.capture({ reference, idempotencyKey: randomUUID() })).outcome).toBe('unknown');
  expect(standIn.effects(reference)).toEqual(['held']);
});

test('a server error is remembered under its key, so that only another key gets further', async () => {
  const reference = await hold();
  standIn.spoil(/capture$/, 'server_error');
  expect((await gateway.capture({ reference, idempotencyKey: 'capture:1:1' })).outcome).toBe('unknown');
  expect((await gateway.capture({ reference, idempotencyKey: 'capture:1:1' })).outcome).toBe('unknown');
  expect(await gateway.capture({ reference, idempotencyKey: 'capture:1:2' })).toEqual({ outcome: 'captured' });
});

test('a call is made once and ends at its deadline', async () => {
  const reference = await hold();
  const before = standIn.requests.length;
  standIn.spoil(/capture$/, 'request_lost');
  const startedAt = performance.now();
  expect((await gateway.capture({ reference, idempotencyKey: randomUUID() })).outcome).toBe('unknown');
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(standIn.requests.length - before).toBe(1);
});

test('nobody listening is no definite failure', async () => {
  const reference = await hold();
  const nobody = connect('http://127.0.0.1:1');
  expect((await nobody.capture({ reference, idempotencyKey: randomUUID() })).outcome).toBe('unknown');
  expect((await nobody.read({ reference })).outcome).toBe('unknown');
});

test('a payment that Stripe does not know is no definite failure: the keys may be those of another account', async () => {
  expect((await gateway.capture({ reference: 'pi_unknown', idempotencyKey: randomUUID() })).outcome).toBe('unknown');
});

test('a state that nobody expected is no definite failure', async () => {
  const reference = await hold();
  standIn.intent(reference).status = 'processing';
  expect((await gateway.read({ reference })).outcome).toBe('unknown');
  expect((await gateway.capture({ reference, idempotencyKey: randomUUID() })).outcome).toBe('unknown');
});

test('a released payment tells who released it: we, or Stripe when the hold lapsed', async () => {
  const ours = await hold();
  await gateway.release({ reference: ours, idempotencyKey: randomUUID() });
  expect(standIn.intent(ours).cancellation_reason).toBe('abandoned');
  const lapsed = await hold();
  standIn.lapse(lapsed);
  expect([await gateway.read({ reference: ours }), await gateway.read({ reference: lapsed })]).toEqual([
    { outcome: 'released' },
    { outcome: 'expired' },
  ]);
});

test('a capture or a bid that meets the rate limit is sent again under its key; a release is left to the sweep', async () => {
  standIn.spoil(/payment_intents$/, 'rate_limited');
  standIn.spoil(/confirm$/, 'rate_limited');
  standIn.spoil(/capture$/, 'rate_limited');
  const patient = connect(standIn.url, 10_000);
  const reference = await hold('visa', patient);
  expect(await patient.capture({ reference, idempotencyKey: 'capture:1' })).toEqual({ outcome: 'captured' });
  const captures = standIn.requests.filter(({ route }) => route.endsWith('/capture'));
  expect(captures.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['capture:1', 'capture:1']);
  const other = await hold('visa', patient);
  standIn.spoil(/cancel$/, 'rate_limited');
  expect(await patient.release({ reference: other, idempotencyKey: 'release:1' })).toMatchObject({
    outcome: 'unknown',
    isOverloaded: true,
  });
  expect(standIn.effects(other)).toEqual(['held']);
});

test('two processes place 55 bids at a Stripe that takes 25 calls a second, and a capture due in between starts first', async () => {
  await using database = await freshDatabase();
  const asProcess = () =>
    connect(standIn.url, 60_000, makeCallLimiter(makeCallBudget(database.db, { account: 'a', callsPerSecond: 25 })));
  const processes = [asProcess(), asProcess()];
  const due = await hold('visa', processes[0]);
  standIn.limitRate(25);
  const before = standIn.requests.length;
  const bids = Array.from({ length: 55 }, (_, index) => hold('visa', processes[index % 2]));
  const captured = processes[1]!.capture({ reference: due, idempotencyKey: 'capture:due' });
  const references = await Promise.all(bids);
  expect(await captured).toEqual({ outcome: 'captured' });
  expect(references.map((reference) => standIn.effects(reference))).toEqual(references.map(() => ['held']));
  // As many calls as Stripe takes in a second may stand before the capture.
  const routes = standIn.requests.slice(before).map(({ route }) => route);
  expect(routes.findIndex((route) => route.endsWith('/capture'))).toBeLessThan(25);
});

test('a 429 makes all calls back off, and a server error is no reason to', async () => {
  let backedOff = 0;
  const counting: CallLimiter = { mayStart: async () => true, backOff: async () => void backedOff++ };
  const limited = connect(standIn.url, 10_000, counting);
  const reference = await hold('visa', limited);
  standIn.spoil(/capture$/, 'server_error');
  await limited.capture({ reference, idempotencyKey: 'capture:1' });
  expect(backedOff).toBe(0);
  standIn.spoil(/capture$/, 'rate_limited');
  expect(await limited.capture({ reference, idempotencyKey: 'capture:2' })).toEqual({ outcome: 'captured' });
  expect(backedOff).toBe(1);
});

test('a call that the limiter lets not start in time is never sent', async () => {
  const reference = await hold();
  const before = standIn.requests.length;
  const full: CallLimiter = { mayStart: async () => false, backOff: async () => undefined };
  const answer = await connect(standIn.url, 500, full).capture({ reference, idempotencyKey: 'capture:1' });
  expect(answer).toMatchObject({ outcome: 'unknown', isOverloaded: true });
  expect(standIn.requests.length).toBe(before);
});
