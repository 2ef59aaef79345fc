import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestHold } from '../../src/payments/request-hold.ts';
import { refreshAuthorization } from '../../src/payments/refresh-authorization.ts';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { releaseAuthorization } from '../../src/payments/release-authorization.ts';
import { tokenizeCard } from '../../src/payments/simulated/card-token.ts';
import { pageWords } from '../../src/payments/simulated/page-words.ts';
import { answerChallenge } from '../../src/payments/simulated/challenges.ts';
import type { Fault, Operation } from '../../src/payments/simulated/wire.ts';
import { compareBooks } from './compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

const row = (authorizationId: string) => stage.find(authorizationId);

function spoilOnce(operation: Operation, fault: Fault): void {
  let isSpent = false;
  stage.setWeather((called) => {
    if (isSpent || called !== operation) return null;
    isSpent = true;
    return fault;
  });
}

test('holding money is written down before and after', async () => {
  const intent = await stage.intend();
  expect(intent).toMatchObject({ state: 'intended', providerReference: null, captureBefore: null, bidId: null });
  const { answer, authorization } = await stage.ask(intent);
  if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
  expect(authorization).toMatchObject({ state: 'authorized', captureBefore: answer.captureBefore, closedAt: null });
  expect(authorization.providerReference).toMatch(/^pay_/);
  expect(authorization.authorizedAt).not.toBeNull();
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('holding money that is declined is final, with the reason', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'insufficient_funds');
  expect(answer).toEqual({ outcome: 'refused', code: 'insufficient_funds' });
  expect(authorization).toMatchObject({ state: 'failed', failureCode: 'insufficient_funds', nextAttemptAt: null });
  expect(authorization.closedAt).not.toBeNull();
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('holding money outside of the provider’s bounds asks no card', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend({ valueInCents: 100_000_000 }));
  expect(answer).toEqual({ outcome: 'refused', code: 'amount_out_of_bounds' });
  expect(authorization).toMatchObject({ state: 'failed', providerReference: null });
});

test('holding money whose answer is lost is answered to the same request', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'authorize_answer_lost');
  expect(answer.outcome).toBe('authorized');
  expect(authorization.state).toBe('authorized');
});

test('holding money whose request is lost is asked for again, once', async () => {
  spoilOnce('hold', 'answer_lost');
  expect((await stage.ask(await stage.intend())).answer.outcome).toBe('authorized');
  const { rows } = await stage.deps.db.query('select from simulated_payments');
  expect(rows).toHaveLength(1);
});

test('holding money that stays unknown is given up', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'authorize_5xx');
  expect(answer).toEqual({ outcome: 'refused', code: 'provider_unavailable' });
  expect(authorization).toMatchObject({ state: 'releasing', closedAt: null });
  expect(authorization.nextAttemptAt).not.toBeNull();
});

test('nothing is held once the intent was given up', async () => {
  const intent = await stage.intend();
  await moveAuthorization(stage.deps.db.pool, intent.authorizationId, 'beginRelease', { failureCode: 'abandoned' });
  expect(await releaseAuthorization(stage.deps, intent.authorizationId)).toEqual({ outcome: 'released' });
  expect((await stage.ask(intent)).answer).toEqual({ outcome: 'refused', code: 'abandoned' });
  expect((await stage.deps.db.query('select from simulated_ledger')).rows).toEqual([]);
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('what is held after the intent was given up is released', async () => {
  const intent = await stage.intend();
  await moveAuthorization(stage.deps.db.pool, intent.authorizationId, 'beginRelease', { failureCode: 'abandoned' });
  const { answer, authorization } = await stage.ask(intent);
  expect(answer).toEqual({ outcome: 'refused', code: 'abandoned' });
  expect(authorization.state).toBe('released');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('holding money with a challenge stands once it is passed', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'challenge_once');
  if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
  expect(authorization.state).toBe('challenged');
  expect(await refreshAuthorization(stage.deps, authorization)).toEqual(answer);
  await answerChallenge(stage.deps, answer.challenge.secret, 'pass');
  expect((await refreshAuthorization(stage.deps, authorization)).outcome).toBe('authorized');
  expect((await refreshAuthorization(stage.deps, authorization)).outcome).toBe('authorized');
  expect((await row(authorization.authorizationId)).state).toBe('authorized');
});

test('holding money with a challenge is final once it is failed', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'challenge_once');
  if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
  await answerChallenge(stage.deps, answer.challenge.secret, 'fail');
  expect(await refreshAuthorization(stage.deps, authorization)).toEqual({
    outcome: 'refused',
    code: 'authentication_failed',
  });
  expect((await row(authorization.authorizationId)).state).toBe('failed');
});

test('no card number or security code is written down anywhere', async () => {
  const form = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12/29', cardCvc: '123' };
  const token = tokenizeCard(form, new Date('2026-11-21T12:00:00Z'), pageWords.en.faults);
  if ('faults' in token) throw new Error('The card is not taken.');
  await requestHold(stage.deps, await stage.intend(), {
    ...token,
    returnUrl: 'http://localhost/',
    keepsCard: false,
  });
  const { rows } = await stage.deps.db.query<{ dump: string }>(`
    select (select string_agg(t::text, ' ') from authorizations t) || (select string_agg(t::text, ' ') from simulated_payments t)
      || (select string_agg(t::text, ' ') from simulated_answers t) as dump`);
  expect(rows[0]!.dump).toContain('authorized');
  expect(rows[0]!.dump).not.toMatch(/4242\W?4242|cvc|12\/29/i);
});
