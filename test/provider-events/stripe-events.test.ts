import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/bids/place-bid.ts';
import { readConfig } from '../../src/config.ts';
import { makeGateways } from '../../src/payments/make-gateways.ts';
import { makeEvent } from '../payments/stripe-objects.ts';
import { startStripeStandIn, type StripeStandIn } from '../payments/stripe-stand-in.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, type Service, startService } from '../support/service.ts';

const webhookSecret = 'whsec_test';
let standIn: StripeStandIn;
let service: Service;
let live: Service;

beforeEach(async () => {
  standIn = await startStripeStandIn();
  service = await startService();
  const config = readConfig({
    DATABASE_URL: service.db.url,
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: standIn.url,
  });
  live = await startService({ config, db: service.db, gateways: makeGateways({ config, db: service.db }) });
});
afterEach(async () => {
  await live[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

async function challengedBid() {
  const seller = await service.seller({ mode: 'live' });
  const { auctionId } = await service.auction(seller, { ...ongoing });
  const placed = await placeBid(live.deps, {
    auctionId,
    bidderId: 'ann@example.com',
    email: 'ann@example.com',
    valueInCents: 5_000,
    submissionToken: randomUUID(),
    cardToken: standIn.token('challenge_once'),
    returnUrl: `${publicUrl}/auctions/${auctionId}/return`,
  });
  if (placed.outcome !== 'challenged' || placed.challenge.provider !== 'stripe') throw new Error(placed.outcome);
  const { rows } = await service.db.pool.query<{ reference: string }>(
    'select provider_reference as reference from authorizations',
  );
  return { seller, auctionId, clientSecret: placed.challenge.clientSecret, intent: standIn.intent(rows[0]!.reference) };
}

function send(event: object, secret = webhookSecret) {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return live.request('/provider-events/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-length': String(body.length) },
    body,
  });
}

test('an event completes the bid of a browser that never came back, once', async () => {
  const { seller, auctionId, clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'pass');
  const event = makeEvent('payment_intent.amount_capturable_updated', intent);
  expect((await send(event)).status).toBe(200);
  expect((await send(event)).status).toBe(200);
  const { body } = await seller.get(`/v1/bids?auctionId=${auctionId}`);
  expect(body.bids).toMatchObject([{ bidderId: 'ann@example.com', bidValueInCents: 5_000 }]);
});

test('an event that tells of a hold before the bank has confirmed makes no bid', async () => {
  const { seller, auctionId, intent } = await challengedBid();
  expect((await send(makeEvent('payment_intent.amount_capturable_updated', intent))).status).toBe(200);
  expect((await seller.get(`/v1/bids?auctionId=${auctionId}`)).body.bids).toEqual([]);
});

test('an event without a valid signature is refused and has no effect', async () => {
  const { seller, auctionId, clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'pass');
  const forged = await send(makeEvent('payment_intent.amount_capturable_updated', intent), 'whsec_other');
  expect(forged.status).toBe(400);
  expect((await seller.get(`/v1/bids?auctionId=${auctionId}`)).body.bids).toEqual([]);
});

test('an event of a payment that is not ours is taken and ignored', async () => {
  const { intent } = await challengedBid();
  const other = { ...intent, metadata: { authorization_id: randomUUID() } };
  expect((await send(makeEvent('payment_intent.amount_capturable_updated', other))).status).toBe(200);
});

test('where Stripe is not configured there is no such door', async () => {
  const answer = await service.request('/provider-events/stripe', { method: 'POST', body: '{}' });
  expect(answer.status).toBe(404);
});
