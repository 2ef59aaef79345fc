import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Authorization } from '../../../src/platform/db/generated/client.ts';
import { makeEvent } from '../stripe-objects.ts';
import { setStripeStage, type StripeStage } from '../stripe-stage.ts';

// An event says which authorization of ours a payment belongs to. Metadata can be copied at Stripe's dashboard, so the payment is read first.

let stage: StripeStage;
beforeEach(async () => (stage = await setStripeStage()));
afterEach(() => stage[Symbol.asyncDispose]());

async function highest(): Promise<Authorization | null> {
  return await stage.service.db.prisma.authorization.findFirst({ where: { valueInCents: 6_000 } });
}

/** A bid of $60 whose hold stands at Stripe, and of which every answer got lost. */
async function bidUnheard(): Promise<Authorization> {
  stage.standIn.spoil(/^POST \/v1\/payment_intents$/, 'answer_lost');
  stage.standIn.spoil(/^POST \/v1\/payment_intents$/, 'answer_lost');
  expect((await stage.tryToBid(6_000)).outcome).toBe('refused');
  const unheard = (await highest())!;
  expect(unheard.providerReference).toBeNull();
  return unheard;
}

/** An event about a payment that says that it belongs to an authorization. */
const saying = (intentId: string, authorizationId: string) =>
  makeEvent('payment_intent.amount_capturable_updated', {
    ...stage.standIn.intent(intentId),
    metadata: { authorization_id: authorizationId },
  });

test("an event that gives another bid's payment to an authorization changes neither", async () => {
  const other = await stage.bid(5_000);
  const unheard = await bidUnheard();
  expect(await stage.send(saying(other.intentId, unheard.authorizationId))).toBe(200);
  expect((await highest())!.providerReference).toBeNull();
  await stage.hurry();
  await stage.work();
  expect(stage.standIn.all().map(({ effects }) => effects)).toEqual([['held'], ['held', 'released']]);
});

test('a payment of another amount is not adopted, although its metadata name the authorization', async () => {
  const other = await stage.bid(5_000);
  const unheard = await bidUnheard();
  stage.standIn.intent(other.intentId).metadata = { authorization_id: unheard.authorizationId };
  expect(await stage.send(saying(other.intentId, unheard.authorizationId))).toBe(200);
  expect((await highest())!.providerReference).toBeNull();
});

test('a payment into another account is not adopted, although its metadata and its amount fit', async () => {
  const unheard = await bidUnheard();
  const { object } = stage.standIn.all().find(({ object: { amount } }) => amount === 6_000)!;
  object.transfer_data = { destination: 'acct_1another' };
  expect(await stage.send(saying(object.id, unheard.authorizationId))).toBe(200);
  expect((await highest())!.providerReference).toBeNull();
});

test('an event that names a payment is sent again while the payment cannot be read', async () => {
  const unheard = await bidUnheard();
  const { object } = stage.standIn.all().find(({ object: { amount } }) => amount === 6_000)!;
  stage.standIn.spoil(/^GET .*payment_intents/, 'server_error');
  expect(await stage.send(saying(object.id, unheard.authorizationId))).toBe(503);
  expect((await highest())!.providerReference).toBeNull();
  expect(await stage.send(saying(object.id, unheard.authorizationId))).toBe(200);
  expect((await highest())!.providerReference).toBe(object.id);
});

test('the answer to the call that held the money names its payment, whatever an event said before', async () => {
  const copied = await stage.bid(5_000);
  stage.standIn.delay(/^POST \/v1\/payment_intents$/, 1_500);
  const placing = stage.tryToBid(6_000);
  await vi.waitUntil(() => stage.standIn.all().length === 2, { timeout: 30_000, interval: 20 });
  const { authorizationId } = (await highest())!;
  // Somebody has made a payment with the same amount and the same metadata.
  Object.assign(stage.standIn.intent(copied.intentId), {
    amount: 6_000,
    metadata: { authorization_id: authorizationId },
  });
  await stage.send(makeEvent('payment_intent.canceled', stage.standIn.intent(copied.intentId)));
  const placed = await placing;
  expect(placed.outcome).toBe('placed');
  const own = stage.standIn.all().find(({ object }) => object.id !== copied.intentId)!;
  expect((await highest())!.providerReference).toBe(own.object.id);
});

test('an event of a connected account says nothing about a payment of the operator', async () => {
  const { intentId } = await stage.bid(5_000);
  stage.standIn.captureOutside(intentId);
  const event = makeEvent('payment_intent.succeeded', stage.standIn.intent(intentId));
  expect(await stage.send({ ...event, account: 'acct_1another' })).toBe(200);
  expect(await stage.states()).toEqual(['authorized']);
  expect(await stage.send(event)).toBe(200);
  expect(await stage.states()).toEqual(['captured_outside']);
});
