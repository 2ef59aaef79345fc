import { afterEach, beforeEach, expect, test } from 'vitest';
import { setStripeStage, type StripeStage } from '../stripe-stage.ts';

// A key of another account, or of the other mode, knows no payment that was opened with the key of before.

let stage: StripeStage;
beforeEach(async () => (stage = await setStripeStage()));
afterEach(() => stage[Symbol.asyncDispose]());

async function loseHighest() {
  const next = await stage.bid(5_000);
  const highest = await stage.bid(6_000);
  stage.standIn.forget(highest.intentId);
  await stage.end();
  await stage.work();
  return { next, highest };
}

test('settlement waits with a payment that Stripe does not know, for the operator, and nobody else is charged', async () => {
  const { highest } = await loseHighest();
  expect(await stage.states()).toEqual(['capturing', 'authorized']);
  expect(await stage.attention()).toEqual([
    {
      kind: 'WAITS_FOR_ACCOUNT',
      failureCode: 'OPERATOR_CANNOT_CHARGE',
      why: expect.stringMatching('does not know the payment.*refuseCapture') as string,
      authorizationId: highest.authorizationId,
    },
  ]);
});

test('the auction is sold to the highest bid once the previous key is back', async () => {
  const { highest } = await loseHighest();
  stage.standIn.forget(highest.intentId, false);
  await stage.hurry();
  await stage.work();
  expect(await stage.winners()).toEqual([highest.bidId]);
  expect(await stage.states()).toEqual(['captured', 'released']);
});

test('an operator goes on with the next bid', async () => {
  const { next, highest } = await loseHighest();
  const { body } = await stage.pull('refuseCapture', highest.authorizationId);
  expect(body.errors).toBeUndefined();
  await stage.work();
  expect(await stage.winners()).toEqual([next.bidId]);
  expect(await stage.states()).toEqual(['released', 'captured']);
  expect(await stage.attention()).toEqual([]);
});

test('the seller cancels while settlement waits, and nothing is left to release', async () => {
  await loseHighest();
  expect((await stage.cancel()).status).toBe(200);
  await stage.work();
  expect(await stage.states()).toEqual(['released', 'released']);
});

test('settlement goes on by itself when the hold of an unknown payment lapses', async () => {
  const { next, highest } = await loseHighest();
  await stage.service.db.query(
    'update authorizations set capture_before = clock_timestamp() where authorization_id = $1 returning pg_sleep(0.001)',
    [highest.authorizationId],
  );
  await stage.hurry();
  await stage.work();
  expect(await stage.winners()).toEqual([next.bidId]);
});

test('an operator who reads a payment while Stripe gives no answer is told so in words', async () => {
  const { authorizationId } = await stage.bid(5_000);
  stage.standIn.refuse(/^GET .*payment_intents/, { status: 500, error: { type: 'api_error', message: 'Down.' } });
  const { body } = await stage.pull('readPayment', authorizationId);
  expect(body.errors).toMatchObject([
    {
      message: expect.stringMatching(`no clear answer .*${authorizationId}.*Try again`) as string,
      extensions: { code: 'unavailable' },
    },
  ]);
});

test('the release of a losing bid is over when Stripe does not know its payment', async () => {
  const loser = await stage.bid(5_000);
  const winner = await stage.bid(6_000);
  stage.standIn.forget(loser.intentId);
  await stage.end();
  await stage.work();
  expect(await stage.winners()).toEqual([winner.bidId]);
  expect(await stage.states()).toEqual(['captured', 'released']);
});
