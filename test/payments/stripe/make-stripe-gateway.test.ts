import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Gateway } from '../../../src/payments/gateway.ts';
import { connectStripe } from '../../../src/payments/stripe/connect-stripe.ts';
import { makeStripeGateway } from '../../../src/payments/stripe/make-stripe-gateway.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts';

let standIn: StripeStandIn;
let gateway: Gateway;

function connect(apiBase: string, deadlineMs = 500): Gateway {
  const config = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x', apiBase };
  return makeStripeGateway(connectStripe(config, { deadlineMs }), { deadlineMs });
}

beforeEach(async () => {
  standIn = await startStripeStandIn();
  gateway = connect(standIn.url);
});
afterEach(() => standIn[Symbol.asyncDispose]());

const ids = { authorizationId: randomUUID(), auctionId: randomUUID(), sellerId: randomUUID() };

async function open(renews: string | null = null): Promise<string> {
  const idempotencyKey = `open:${randomUUID()}`;
  const answer = await gateway.open({
    ...ids,
    amountInCents: 12_500,
    email: 'ann@example.com',
    renews,
    idempotencyKey,
  });
  if (answer.outcome !== 'opened') throw new Error(JSON.stringify(answer));
  return answer.reference;
}

async function hold(card = 'visa'): Promise<string> {
  const reference = await open();
  await gateway.authorize({
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
    customer: expect.stringMatching(/^cus_/),
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
  expect(answer).toEqual({ outcome: 'challenged', challenge: { provider: 'stripe', clientSecret } });
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

test.each(['rate_limited', 'unauthorized', 'server_error'] as const)('%s is no definite failure', async (fault) => {
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
