import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readStripeEvent } from '../../../src/payments/providers/stripe/read-stripe-event.ts';
import { makeCharge, makeEvent, makeIntent } from '../stripe-objects.ts';

const config = { webhookSecrets: ['whsec_old', 'whsec_test'], secretKey: 'sk_live_51OwnAccount00001x' };
const metadata = { authorization_id: '019aa0d5-0000-7000-8000-000000000001' };

function signed(event: Stripe.Event, { secret = 'whsec_test', secondsAgo = 0 } = {}) {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

const held = makeEvent('payment_intent.amount_capturable_updated', makeIntent({ id: 'pi_1', metadata }));

test.each([
  ['payment_intent.amount_capturable_updated', 'held'],
  ['payment_intent.payment_failed', 'failed'],
  ['payment_intent.succeeded', 'captured'],
  ['payment_intent.canceled', 'released'],
])('%s says where to look', async (type, kind) => {
  const { body, signature } = signed(makeEvent(type, makeIntent({ id: 'pi_1', metadata })));
  expect(await readStripeEvent(config, Buffer.from(body), signature)).toEqual({
    kind,
    reference: 'pi_1',
    authorizationId: metadata.authorization_id,
  });
});

test('a charge that expired names its payment', async () => {
  const { body, signature } = signed(
    makeEvent('charge.expired', makeCharge({ payment_intent: 'pi_1', metadata }, null)),
  );
  expect(await readStripeEvent(config, Buffer.from(body), signature)).toEqual({
    kind: 'lapsed',
    reference: 'pi_1',
    authorizationId: metadata.authorization_id,
  });
});

test('a payment that is not ours has no authorization', async () => {
  const { body, signature } = signed(makeEvent('payment_intent.canceled', makeIntent({ id: 'pi_2', metadata: {} })));
  expect(await readStripeEvent(config, Buffer.from(body), signature)).toMatchObject({
    reference: 'pi_2',
    authorizationId: null,
  });
});

test('an event of another kind is of no interest', async () => {
  const { body, signature } = signed(makeEvent('customer.created', {}));
  expect(await readStripeEvent(config, Buffer.from(body), signature)).toBeNull();
});

test('bytes count, as the signature is over them', async () => {
  const { body, signature } = signed(held);
  expect(await readStripeEvent(config, Buffer.from(body), signature)).toMatchObject({ kind: 'held' });
  expect(await readStripeEvent(config, Buffer.from(`${body} `), signature)).toEqual(refused('wrong_secret'));
});

function refused(reason: string) {
  return { kind: 'refused', reason };
}

test.each([
  ['signed with another secret', 'wrong_secret', () => signed(held, { secret: 'whsec_other' }).signature],
  ['signed ten minutes ago', 'too_old', () => signed(held, { secondsAgo: 600 }).signature],
  [
    'signed ten minutes ago with another secret',
    'wrong_secret',
    () => signed(held, { secondsAgo: 600, secret: 'whsec_other' }).signature,
  ],
  ['with a malformed signature', 'unsigned', () => 'nonsense'],
  ['with an empty signature', 'unsigned', () => ''],
  ['with half a signature', 'unsigned', () => 't=1'],
  ['with an instant that is no number', 'unsigned', () => 't=x,v1=y'],
  ['with an endless instant', 'wrong_secret', () => 't=9e99,v1=00'],
  ['without a signature', 'unsigned', () => null],
])('an event %s is refused as %s', async (_, reason, signature) => {
  expect(await readStripeEvent(config, Buffer.from(JSON.stringify(held)), signature())).toEqual(refused(reason));
});

test.each([
  ['is no JSON', '{'],
  ['is null', 'null'],
  ['is a list', '[]'],
  ['has no object', '{"type":"payment_intent.succeeded","data":{}}'],
  [
    'has metadata of another kind',
    '{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","metadata":[1]}}}',
  ],
])('a signed body that %s is malformed', async (_, body) => {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_test' });
  expect(await readStripeEvent(config, Buffer.from(body), signature)).toEqual(refused('malformed'));
});

test('while secrets are rotated, each of them signs', async () => {
  for (const secret of ['whsec_old', 'whsec_test']) {
    const { body, signature } = signed(held, { secret });
    expect(await readStripeEvent(config, Buffer.from(body), signature)).toMatchObject({ kind: 'held' });
  }
});

test.each([
  ['a connected account', 'acct_1ofSomebodyElse', null],
  ["the operator's own account", 'acct_1OwnAccount00001', { kind: 'held', reference: 'pi_1' }],
])('an event of %s is of interest only if payments are opened there', async (_, account, expected) => {
  const { body, signature } = signed({ ...held, account });
  const read = await readStripeEvent(config, Buffer.from(body), signature);
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});
