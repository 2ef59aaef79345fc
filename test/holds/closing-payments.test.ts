import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { claimDue } from '../support/claim-due.ts';
import { moveAuthorization } from '../../src/payments/holds/move-authorization.ts';
import { finishAuthorization } from '../../src/settlement/finish-authorizations.ts';
import { releaseAuthorization } from '../../src/payments/holds/release-authorization.ts';
import { recordHold, refreshHold, requestHold } from '../../src/payments/holds/request-hold.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';
import { noGateways } from '../support/no-gateways.ts';
import { nobodyListens } from '../support/nobody-listens.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

async function pass(): Promise<void> {
  await stage.age(61);
  const deps = { ...stage.deps, live: nobodyListens };
  for (const claimed of await claimDue(stage.deps.db.pool)) await finishAuthorization(deps, claimed);
}

test.each(['declined', 'insufficient_funds', 'expired'])(
  'a payment that was declined is cancelled, so that nobody can confirm it again: %s',
  async (card) => {
    const { answer, authorization } = await stage.ask(await stage.intend(), card);
    expect(answer.outcome).toBe('refused');
    expect(authorization.state).toBe('failed');
    const reference = authorization.providerReference!;
    expect(await stage.deps.gateways.simulated.read({ reference })).toEqual({ outcome: 'released' });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  },
);

test('a payment whose challenge was failed is cancelled', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'challenge_once');
  if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
  await answerChallenge(stage.deps, answer.challenge.secret, 'fail');
  await refreshHold(stage.deps, authorization);
  expect(await stage.find(authorization.authorizationId)).toMatchObject({ state: 'failed' });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a payment whose cancellation is lost is cancelled by the next pass', async () => {
  const faults: Fault[] = ['request_lost'];
  stage.setWeather((operation) => (operation === 'release' ? (faults.shift() ?? null) : null));
  const { answer, authorization } = await stage.ask(await stage.intend(), 'declined');
  expect(answer).toEqual({ outcome: 'refused', code: 'card_declined' });
  expect(authorization.state).toBe('releasing');
  await pass();
  expect(await stage.find(authorization.authorizationId)).toMatchObject({
    state: 'failed',
    failureCode: 'card_declined',
  });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a declined payment that is found only later, and whose cancellation is lost, is cancelled by the next pass', async () => {
  const faults: Partial<Record<string, Fault[]>> = { hold: ['answer_lost', 'answer_lost'], release: ['request_lost'] };
  stage.setWeather((operation) => faults[operation]?.shift() ?? null);
  const { authorization } = await stage.ask(await stage.intend(), 'declined');
  expect(authorization).toMatchObject({ state: 'releasing', providerReference: null });
  await pass();
  expect(await stage.find(authorization.authorizationId)).toMatchObject({
    state: 'releasing',
    providerReference: expect.any(String),
  });
  await pass();
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a renewal that was declined is cancelled', async () => {
  expect(await renewAuthorization(stage.deps, await stage.bid('renewal_declined'))).toMatchObject({
    outcome: 'refused',
  });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test.each<[string, Fault[]]>([
  ['the answers are lost', ['answer_lost', 'answer_lost']],
  ['the requests are lost', ['request_lost', 'request_lost']],
  ['the provider is down', ['server_error', 'server_error', 'server_error']],
  ['the first one arrives late', ['request_late', 'request_lost']],
])(
  'a payment whose opening has no answer is found and cancelled, and the bidder hears at once: %s',
  async (_, faults) => {
    const late: (() => Promise<void>)[] = [];
    const waiting = [...faults];
    const simulated = makeFaultySimulated(stage.deps, {
      deadlineMs: 5_000,
      weather: (operation) => (operation === 'hold' ? (waiting.shift() ?? null) : null),
      late: (execute) => void late.push(execute),
    });
    Object.assign(stage.deps, { gateways: { ...noGateways, simulated } });
    const { answer, authorization } = await stage.ask(await stage.intend());
    expect(answer).toEqual({ outcome: 'refused', code: 'provider_unavailable' });
    for (let round = 0; round < 3; round += 1) await pass();
    for (const execute of late) await execute();
    expect(await stage.find(authorization.authorizationId)).toMatchObject({ state: 'released' });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  },
);

test('a bidder whose payment a worker has found meanwhile is not refused', async () => {
  const faults: Fault[] = ['answer_lost', 'answer_lost'];
  stage.setWeather((operation) => (operation === 'hold' ? (faults.shift() ?? null) : null));
  const intent = await stage.intend();
  const held = await requestHold(stage.deps, intent, {
    cardToken: 'simulated_card_visa',
    returnUrl: 'http://localhost/',
    keepsCard: false,
  });
  expect(held.outcome).toBe('unknown');
  await pass();
  expect((await stage.find(intent.authorizationId)).state).toBe('authorized');
  expect(await recordHold(stage.deps, intent, held)).toMatchObject({ outcome: 'authorized' });
});

test('a payment that opens only after its intent was closed is the one that was cancelled', async () => {
  const intent = await stage.intend();
  await pass();
  await pass();
  expect(await stage.find(intent.authorizationId)).toMatchObject({ state: 'released' });
  const { answer } = await stage.ask(intent);
  expect(answer).toEqual({ outcome: 'refused', code: 'abandoned' });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('releases a hold that arrives after its intent was given up', async () => {
  const intent = await stage.intend();
  await moveAuthorization(stage.deps.db.pool, intent.authorizationId, 'beginRelease', { failureCode: 'abandoned' });
  const { answer, authorization } = await stage.ask(intent);
  expect(answer).toEqual({ outcome: 'refused', code: 'abandoned' });
  expect(authorization.state).toBe('released');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a hold that lapses before it is released is closed as expired', async () => {
  const authorization = await stage.hold();
  const { authorizationId } = authorization;
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginRelease', { failureCode: 'auction_ended' });
  await stage.lapse(authorization);
  expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'expired' });
  expect((await stage.find(authorizationId)).state).toBe('expired');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a payment is found by our id where the same key has no answer', async () => {
  const intent = await stage.intend();
  let isDown = false;
  stage.setWeather((operation) =>
    operation === 'hold' ? 'answer_lost' : operation === 'open' && isDown ? 'server_error' : null,
  );
  await stage.ask(intent);
  isDown = true;
  await stage.age(10);
  await releaseAuthorization(stage.deps, intent.authorizationId);
  const closed = await stage.find(intent.authorizationId);
  expect(closed).toMatchObject({ state: 'released' });
  expect(closed.providerReference).not.toBeNull();
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});
