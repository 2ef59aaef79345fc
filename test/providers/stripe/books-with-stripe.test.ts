import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveAuthorization } from '../../../src/payments/holds/move-authorization.ts';
import { releaseAuthorization } from '../../../src/payments/holds/release-authorization.ts';
import { renewAuthorization } from '../../../src/payments/holds/renew-authorization.ts';
import { requestCapture } from '../../../src/payments/holds/request-capture.ts';
import { gatewayOfStandIn } from '../stripe-gateway.ts';
import { claim } from '../../../src/payments/holds/claim.ts';
import { type PaymentStage, setPaymentStage } from '../../holds/payment-stage.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts';
import { recordCapture } from '../../holds/record-capture.ts';

// Our books over Stripe, which remembers a server error under its idempotency key.

let standIn: StripeStandIn;
let stage: PaymentStage;

beforeEach(async () => {
  standIn = await startStripeStandIn();
  stage = await setPaymentStage(gatewayOfStandIn(standIn));
});
afterEach(async () => {
  await stage[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

test('a release that met a server error succeeds at the next attempt', async () => {
  const { authorizationId, providerReference } = await stage.hold();
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginRelease');
  standIn.spoil(/cancel$/, 'server_error');
  expect((await releaseAuthorization(stage.deps, authorizationId))?.outcome).toBe('unknown');
  expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'released' });
  expect((await stage.find(authorizationId)).state).toBe('released');
  expect(standIn.effects(providerReference!)).toEqual(['held', 'released']);
});

test('a capture that met a server error succeeds at the next attempt', async () => {
  const { pool } = stage.deps.db;
  const { authorizationId, providerReference } = await stage.bid();
  await moveAuthorization(pool, authorizationId, 'beginCapture');
  standIn.spoil(/capture$/, 'server_error');
  const outcomes = [];
  for (let attempt = 1; attempt <= 2; attempt++) {
    const taken = (await claim(pool, authorizationId, ['capturing']))!;
    const answer = await requestCapture(stage.deps, taken);
    outcomes.push(answer.outcome);
    await recordCapture(pool, taken, answer);
  }
  expect(outcomes).toEqual(['unknown', 'captured']);
  expect(standIn.effects(providerReference!)).toEqual(['held', 'captured']);
});

test('a hold is renewed with the saved card, and the old one released', async () => {
  // A card is kept only where the auction can outlive the hold.
  await stage.deps.db.query(
    `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '5 days'`,
  );
  const old = await stage.bid();
  expect((await renewAuthorization(stage.deps, old))?.outcome).toBe('authorized');
  const backing = (await stage.findBacking(old.bidId!))!;
  expect(standIn.effects(old.providerReference!)).toEqual(['held', 'released']);
  expect(standIn.effects(backing.providerReference!)).toEqual(['held']);
});

test('a hold that met a server error is neither repeated nor read at once: a worker looks for it later', async () => {
  standIn.spoil(/payment_intents$/, 'server_error');
  const { answer, authorization } = await stage.ask(await stage.intend());
  expect(answer).toEqual({ outcome: 'refused', code: 'provider_unavailable' });
  expect(authorization.state).toBe('releasing');
  expect(standIn.requests.map(({ route }) => route)).toEqual(['POST /v1/payment_intents']);
});
