import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BidDeps } from '../../../src/auctions/bids/bid-deps.ts';
import { atCrashPoints, type CrashPoint } from '../../../src/core/crash-point.ts';
import type { Authorization } from '../../../src/payments/holds/authorization.ts';
import { claim } from '../../../src/payments/holds/claim.ts';
import { claimDue } from '../../support/claim-due.ts';
import { finishAuthorization } from '../../../src/settlement/finish-authorizations.ts';
import type { Gateway } from '../../../src/payments/providers/gateway.ts';
import { moveAuthorization } from '../../../src/payments/holds/move-authorization.ts';
import { releaseAuthorization } from '../../../src/payments/holds/release-authorization.ts';
import { requestCapture } from '../../../src/payments/holds/request-capture.ts';
import { gatewayOfStandIn } from '../stripe-gateway.ts';
import { followPayment } from '../../../src/settlement/follow-payment.ts';
import { nobodyListens } from '../../support/nobody-listens.ts';
import { type PaymentStage, setPaymentStage } from '../../holds/payment-stage.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts';

let standIn: StripeStandIn;
let stage: PaymentStage;
let gateway: Gateway;

beforeEach(async () => {
  standIn = await startStripeStandIn();
  gateway = gatewayOfStandIn(standIn);
  stage = await setPaymentStage(gateway);
});
afterEach(async () => {
  atCrashPoints(() => undefined);
  await stage[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

const routes = () => standIn.requests.map(({ route }) => route.replace(/pi_\w+/, 'ID'));

/** All payments at Stripe with what moved, by our id. */
const movements = () => standIn.all().map(({ object, effects }) => [object.metadata['authorization_id'], effects]);

async function dieAt(point: CrashPoint, work: () => Promise<unknown>): Promise<void> {
  atCrashPoints((reached) => {
    if (reached === point) throw new Error(`died at ${point}`);
  });
  await expect(work()).rejects.toThrow(`died at ${point}`);
  atCrashPoints(() => undefined);
}

/** A worker's pass, `seconds` later. */
async function pass(seconds: number): Promise<void> {
  await stage.age(seconds);
  const deps = { ...stage.deps, live: nobodyListens };
  for (const claimed of await claimDue(stage.deps.db.pool)) await finishAuthorization(deps, claimed);
}

async function startCapture({ authorizationId }: Authorization) {
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture');
  return (await claim(stage.deps.db.pool, authorizationId, ['capturing']))!;
}

test('a losing bid takes two calls, and keeps no card', async () => {
  const { authorizationId } = await stage.hold();
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginRelease');
  expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'released' });
  expect(routes()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/ID/cancel']);
  const [{ form }] = standIn.requests as [(typeof standIn.requests)[number]];
  expect(form).toMatchObject({ confirm: 'true', use_stripe_sdk: 'true', return_url: 'http://localhost/' });
  for (const name of ['customer', 'setup_future_usage']) expect(form).not.toHaveProperty(name);
});

test('a winning bid takes two calls', async () => {
  const captured = await requestCapture(stage.deps, await startCapture(await stage.bid()));
  expect(captured).toMatchObject({ outcome: 'captured' });
  expect(routes()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/ID/capture']);
});

test('a declined card takes two calls: the payment is cancelled', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'insufficient_funds');
  expect(answer).toEqual({ outcome: 'refused', code: 'insufficient_funds' });
  expect(authorization).toMatchObject({ state: 'failed', failureCode: 'insufficient_funds' });
  expect(routes()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/ID/cancel']);
});

test('a token that Stripe does not know takes one call, as there is no payment', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'not-a-token');
  expect(answer).toEqual({ outcome: 'refused', code: 'card_not_accepted' });
  expect(authorization).toMatchObject({ state: 'failed', providerReference: null });
  expect(routes()).toEqual(['POST /v1/payment_intents']);
});

test('after a lost answer the same request is sent once more, and holds once', async () => {
  standIn.spoil(/payment_intents$/, 'answer_lost');
  const { answer, authorization } = await stage.ask(await stage.intend());
  expect(answer.outcome).toBe('authorized');
  expect(standIn.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
    Array(2).fill(`open:${authorization.authorizationId}`),
  );
  expect(movements()).toEqual([[authorization.authorizationId, ['held']]]);
});

test('a hold that met a server error is neither repeated nor read at once: a worker looks for it later', async () => {
  standIn.spoil(/payment_intents$/, 'server_error');
  const { answer, authorization } = await stage.ask(await stage.intend());
  expect(answer).toEqual({ outcome: 'refused', code: 'provider_unavailable' });
  expect(authorization.state).toBe('releasing');
  expect(standIn.requests.map(({ route }) => route)).toEqual(['POST /v1/payment_intents']);
});

test('after two lost answers the bidder is refused, and the hold is found by our id and released', async () => {
  for (let times = 0; times < 2; times++) standIn.spoil(/payment_intents$/, 'answer_lost');
  standIn.lagSearch(true);
  const { answer, authorization } = await stage.ask(await stage.intend());
  expect(answer).toEqual({ outcome: 'refused', code: 'provider_unavailable' });
  await pass(6);
  expect(await stage.find(authorization.authorizationId)).toMatchObject({ state: 'releasing' });
  standIn.lagSearch(false);
  await pass(60);
  expect(await stage.find(authorization.authorizationId)).toMatchObject({ state: 'released' });
  expect(movements()).toEqual([[authorization.authorizationId, ['held', 'released']]]);
});

test('a request that arrives after the bid was given up holds nothing', async () => {
  for (let times = 0; times < 2; times++) standIn.spoil(/payment_intents$/, 'request_lost');
  const intent = await stage.intend();
  await stage.ask(intent);
  await pass(6);
  expect(await stage.find(intent.authorizationId)).toMatchObject({ state: 'released' });
  const late = await stage.ask(intent);
  expect(late.answer).toMatchObject({ outcome: 'refused' });
  expect(movements()).toEqual([[intent.authorizationId, []]]);
  expect(standIn.all().map(({ object }) => object.status)).toEqual(['canceled']);
});

test.each<CrashPoint>(['bid: card asked', 'bid: reference recorded'])(
  'a process that dies at "%s" leaves a hold that a worker finds, for the bid',
  async (point) => {
    const intent = await stage.intend();
    await dieAt(point, () => stage.ask(intent));
    await dieAt('resolve: payment read', () => pass(6));
    await pass(6);
    expect(await stage.find(intent.authorizationId)).toMatchObject({
      state: 'authorized',
      bidId: expect.any(String),
    });
    expect(movements()).toEqual([[intent.authorizationId, ['held']]]);
  },
);

test('a process that dies before any call leaves an intent that is given up', async () => {
  const intent = await stage.intend();
  await pass(6);
  expect((await stage.find(intent.authorizationId)).state).toBe('intended');
  await pass(60);
  await pass(6);
  expect(await stage.find(intent.authorizationId)).toMatchObject({ state: 'released', failureCode: 'abandoned' });
  expect(movements().map(([, effects]) => effects)).toEqual([[]]);
});

test.each(['releasing', 'released'] as const)('a hold of a row that is %s is released by its event', async (state) => {
  const intent = await stage.intend();
  await dieAt('bid: card asked', () => stage.ask(intent));
  const { pool } = stage.deps.db;
  await moveAuthorization(pool, intent.authorizationId, 'abandon', { failureCode: 'abandoned' });
  if (state === 'released') await moveAuthorization(pool, intent.authorizationId, 'release');
  await tell(intent);
  expect(await stage.find(intent.authorizationId)).toMatchObject({ state: 'released' });
  expect(movements()).toEqual([[intent.authorizationId, ['held', 'released']]]);
});

/** Stripe's event about the payment of an intent. */
async function tell({ authorizationId }: Authorization): Promise<void> {
  const deps: BidDeps = { ...stage.deps, live: nobodyListens };
  const reference = standIn.all()[0]!.object.id;
  await followPayment(deps, 'stripe', { kind: 'held', reference, authorizationId });
}

test('Stripe is searched by our id', async () => {
  const { authorizationId, providerReference } = await stage.hold();
  expect(await gateway.find({ authorizationId })).toEqual({ outcome: 'opened', reference: providerReference });
  expect(await gateway.find({ authorizationId: stage.auctionId })).toEqual({ outcome: 'none', reference: null });
  expect(standIn.requests.at(-1)!.form['query']).toBe(`metadata['authorization_id']:'${stage.auctionId}'`);
  standIn.spoil(/search$/, 'server_error');
  expect((await gateway.find({ authorizationId })).outcome).toBe('unknown');
});
