import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallLimiter } from '../../../src/payments/providers/call-limiter.ts';
import type { Gateway, OpenRequest } from '../../../src/payments/providers/gateway.ts';
import { type Observed, refused } from '../../../src/payments/providers/observation.ts';
import { gatewayOfStandIn } from '../stripe-gateway.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts';

let standIn: StripeStandIn;
let gateway: Gateway;

beforeEach(async () => {
  standIn = await startStripeStandIn();
  gateway = gatewayOfStandIn(standIn);
});
afterEach(() => standIn[Symbol.asyncDispose]());

const ids = { authorizationId: randomUUID(), auctionId: randomUUID(), sellerId: randomUUID() };

function openRequest(facts: Partial<OpenRequest> = {}): OpenRequest {
  return {
    ...ids,
    amountInCents: 12_500,
    email: 'ann@example.com',
    renews: null,
    keepsCard: false,
    idempotencyKey: `open:${randomUUID()}`,
    ...facts,
  };
}

function present(card: string, facts: Partial<OpenRequest> = {}, through = gateway): Promise<Observed> {
  const cardToken = standIn.token(card);
  return through.hold({ ...openRequest(facts), cardToken, returnUrl: 'http://localhost/return' });
}

async function hold(card = 'visa', through = gateway, facts: Partial<OpenRequest> = {}): Promise<string> {
  const { reference, outcome } = await present(card, facts, through);
  if (reference === null) throw new Error(outcome);
  return reference;
}

const expanded = { 'expand[0]': 'latest_charge' };

const ofAuction = {
  amount: '12500',
  currency: 'usd',
  capture_method: 'manual',
  'allowed_payment_method_types[0]': 'card',
  description: `Bid in auction ${ids.auctionId}`,
  statement_descriptor_suffix: `AUC ${ids.auctionId.slice(-6).toUpperCase()}`,
  receipt_email: 'ann@example.com',
  'metadata[authorization_id]': ids.authorizationId,
  'metadata[auction_id]': ids.auctionId,
  'metadata[seller_id]': ids.sellerId,
};

test('a bid is a PaymentIntent for cards, captured by hand, created and confirmed at once with a ConfirmationToken', async () => {
  const cardToken = standIn.token('visa');
  const idempotencyKey = 'open:1';
  const returnUrl = 'http://localhost/return';
  await gateway.hold({ ...openRequest({ idempotencyKey }), cardToken, returnUrl });
  expect(standIn.requests).toEqual([
    {
      route: 'POST /v1/payment_intents',
      form: {
        ...ofAuction,
        ...expanded,
        confirm: 'true',
        confirmation_token: cardToken,
        return_url: returnUrl,
        use_stripe_sdk: 'true',
      },
      idempotencyKey,
    },
  ]);
});

test('a card that is kept belongs to a customer of its own, and its hold lasts as long as the card allows', async () => {
  const answer = await present('visa', { keepsCard: true });
  const [customer, intent] = standIn.requests;
  expect(customer).toMatchObject({
    route: 'POST /v1/customers',
    form: { email: 'ann@example.com', 'metadata[authorization_id]': ids.authorizationId },
  });
  expect(intent!.form).toMatchObject({
    ...ofAuction,
    setup_future_usage: 'off_session',
    'payment_method_options[card][request_extended_authorization]': 'if_available',
    customer: standIn.customers()[0],
  });
  const { payment_method: card } = standIn.intent(answer.reference!);
  expect(answer).toMatchObject({ outcome: 'authorized', keptCard: { customer: standIn.customers()[0], card } });
});

test('the statement text is short, has a letter, and only characters that Stripe takes', async () => {
  for (const auctionId of [ids.auctionId, '019aa0d5-0000-7000-8000-000000000001']) {
    await present('visa', { auctionId });
    const suffix = standIn.requests.at(-1)!.form['statement_descriptor_suffix']!;
    // With the account's own descriptor of 2 to 10 characters and the "* " between them 22 characters.
    expect(suffix.length).toBeLessThanOrEqual(10);
    expect(suffix).toMatch(/^[A-Z0-9 ]*[A-Z][A-Z0-9 ]*$/);
  }
});

test('a payment is opened without a card, only to be cancelled', async () => {
  const answer = await gateway.open(openRequest({ keepsCard: true }));
  expect(answer.outcome).toBe('opened');
  expect(standIn.requests.map(({ form }) => form)).toEqual([ofAuction]);
});

test('the page gets the client secret of a challenge', async () => {
  const answer = await present('challenge_once');
  const clientSecret = standIn.intent(answer.reference!).client_secret;
  expect(answer).toMatchObject({ outcome: 'challenged', challenge: { provider: 'stripe', secret: clientSecret } });
});

test.each([true, false])(
  'a renewal uses the saved card off session, in one call if the books know it: %s',
  async (isKnown) => {
    const answer = await present('visa', { keepsCard: true });
    const old = standIn.intent(answer.reference!);
    const before = standIn.requests.length;
    const { customer, card } = answer.keptCard!;
    const keptCard = isKnown ? { customer, card: card! } : null;
    const renewed = await gateway.holdAgain({ ...openRequest({ renews: old.id, idempotencyKey: 'open:2' }), keptCard });
    expect(renewed).toMatchObject({ outcome: 'authorized', keptCard: { customer, card } });
    const calls = standIn.requests.slice(before);
    expect(calls.map(({ route }) => route)).toEqual([
      ...(isKnown ? [] : [`GET /v1/payment_intents/${old.id}`]),
      'POST /v1/payment_intents',
    ]);
    expect(calls.at(-1)).toEqual({
      route: 'POST /v1/payment_intents',
      form: {
        ...ofAuction,
        'metadata[renews]': old.id,
        ...expanded,
        'payment_method_options[card][request_extended_authorization]': 'if_available',
        confirm: 'true',
        off_session: 'true',
        customer,
        payment_method: card,
      },
      idempotencyKey: 'open:2',
    });
  },
);

test('a payment that never had a card cannot be renewed', async () => {
  const opened = await gateway.open(openRequest());
  if (opened.outcome !== 'opened') throw new Error(opened.outcome);
  const answer = await gateway.holdAgain({ ...openRequest({ renews: opened.reference }), keptCard: null });
  expect(answer).toMatchObject({ outcome: 'refused', code: 'needs_bidder', reference: null });
});

test.each(['known', 'unknown'])('a card is deleted with its customer, whose name is %s, and once', async (name) => {
  const { keptCard } = await present('visa', { keepsCard: true });
  const other = await present('visa', { keepsCard: true, authorizationId: randomUUID() });
  const request = {
    customer: name === 'known' ? keptCard!.customer : null,
    email: 'ann@example.com',
    authorizationId: ids.authorizationId,
  };
  expect(await gateway.deleteCard(request)).toEqual({ outcome: 'deleted' });
  expect(standIn.customers()).toEqual([other.keptCard!.customer]);
  expect(await gateway.deleteCard(request)).toEqual({ outcome: 'deleted' });
});

test.each(['server_error', 'unauthorized', 'rate_limited'] as const)(
  'a card whose deletion meets %s may be there still',
  async (fault) => {
    const { keptCard } = await present('visa', { keepsCard: true });
    standIn.spoil(/^DELETE/, fault);
    const { customer } = keptCard!;
    const of = { email: 'ann@example.com', authorizationId: ids.authorizationId };
    expect((await gateway.deleteCard({ customer, ...of })).outcome).toBe('unknown');
    expect(standIn.customers()).toEqual([customer]);
  },
);

test('assumes the shortest time of any card if Stripe does not say how long a hold lasts', async () => {
  standIn.hideCaptureBefore();
  const reference = await hold();
  const answer = await gateway.read({ reference });
  if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
  expect(Math.round((answer.captureBefore.getTime() - Date.now()) / 3600_000)).toBe(4 * 24);
});

test('a key that Stripe does not accept is a refusal at the fault of the operator, and says nothing about a payment', async () => {
  const reference = await hold();
  standIn.spoil(/capture$/, 'unauthorized');
  expect(await gateway.capture({ reference, idempotencyKey: randomUUID() })).toEqual(refused('operator_cannot_charge'));
  standIn.spoil(/cancel$/, 'unauthorized');
  expect((await gateway.release({ reference, idempotencyKey: randomUUID() })).outcome).toBe('unknown');
  standIn.spoil(/^GET/, 'unauthorized');
  expect((await gateway.read({ reference })).outcome).toBe('unknown');
  expect(standIn.effects(reference)).toEqual(['held']);
});

test('a call is made once and ends at its deadline', async () => {
  const reference = await hold();
  const before = standIn.requests.length;
  standIn.spoil(/capture$/, 'never_answered');
  expect(
    (await gatewayOfStandIn(standIn, { deadlineMs: 1_000 }).capture({ reference, idempotencyKey: randomUUID() }))
      .outcome,
  ).toBe('unknown');
  expect(standIn.requests.length - before).toBe(1);
});

test('nobody listening is no definite failure', async () => {
  const reference = await hold();
  const nobody = gatewayOfStandIn({ url: 'http://127.0.0.1:1' });
  expect((await nobody.capture({ reference, idempotencyKey: randomUUID() })).outcome).toBe('unknown');
  expect((await nobody.read({ reference })).outcome).toBe('unknown');
});

test('every request about a payment that Stripe does not know answers that there is no payment', async () => {
  const reference = 'pi_unknown';
  const answers = await Promise.all([
    gateway.read({ reference }),
    gateway.capture({ reference, idempotencyKey: randomUUID() }),
    gateway.release({ reference, idempotencyKey: randomUUID() }),
  ]);
  expect(answers).toEqual(answers.map(() => ({ outcome: 'none' })));
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
  standIn.spoil(/capture$/, 'rate_limited');
  const reference = await hold();
  expect(await gateway.capture({ reference, idempotencyKey: 'capture:1' })).toMatchObject({ outcome: 'captured' });
  const captures = standIn.requests.filter(({ route }) => route.endsWith('/capture'));
  expect(captures.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['capture:1', 'capture:1']);
  const other = await hold();
  standIn.spoil(/cancel$/, 'rate_limited');
  expect(await gateway.release({ reference: other, idempotencyKey: 'release:1' })).toMatchObject({
    outcome: 'unknown',
    isOverloaded: true,
  });
  expect(standIn.effects(other)).toEqual(['held']);
});

test('a 429 makes all calls back off, and a server error is no reason to', async () => {
  let backedOff = 0;
  const counting: CallLimiter = { mayStart: async () => true, backOff: async () => void backedOff++ };
  const limited = gatewayOfStandIn(standIn, { limiter: counting });
  const reference = await hold('visa', limited);
  standIn.spoil(/capture$/, 'server_error');
  await limited.capture({ reference, idempotencyKey: 'capture:1' });
  expect(backedOff).toBe(0);
  standIn.spoil(/capture$/, 'rate_limited');
  expect(await limited.capture({ reference, idempotencyKey: 'capture:2' })).toMatchObject({ outcome: 'captured' });
  expect(backedOff).toBe(1);
});

test('the search for the payment of a refused bid goes as a release: nobody waits for it', async () => {
  const priorities: string[] = [];
  const limiter: CallLimiter = {
    mayStart: async (priority) => priorities.push(priority) > 0,
    backOff: async () => undefined,
  };
  const { authorizationId } = ids;
  const limited = gatewayOfStandIn(standIn, { limiter });
  await limited.open(openRequest({ authorizationId }));
  await limited.find({ authorizationId });
  expect(priorities).toEqual(['release', 'release']);
});

test('a call that the limiter lets not start in time is never sent', async () => {
  const reference = await hold();
  const before = standIn.requests.length;
  const full: CallLimiter = { mayStart: async () => false, backOff: async () => undefined };
  const answer = await gatewayOfStandIn(standIn, { limiter: full }).capture({ reference, idempotencyKey: 'capture:1' });
  expect(answer).toMatchObject({ outcome: 'unknown', isOverloaded: true });
  expect(standIn.requests.length).toBe(before);
});
