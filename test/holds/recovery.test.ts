import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishAuthorization } from '../../src/settlement/finish-authorizations.ts';
import type { Authorization } from '../../src/payments/holds/authorization.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import { moveAuthorization } from '../../src/payments/holds/move-authorization.ts';
import { readKeepsCard } from '../../src/payments/holds/kept-card.ts';
import { openRequest } from '../../src/payments/holds/open-request.ts';
import { recordRenewal } from '../../src/payments/holds/renew-authorization.ts';
import { requestCapture } from '../../src/payments/holds/request-capture.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { claim, claimUnfinished } from '../../src/payments/holds/claim.ts';
import { claimDue } from '../support/claim-due.ts';
import { nobodyListens } from '../support/nobody-listens.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';
import { recordCapture } from './record-capture.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

/** Does what a worker does. Returns what it has claimed. */
async function sweep(deps = stage.deps): Promise<Authorization[]> {
  const claimed = await claimDue(stage.deps.db.pool);
  for (const each of claimed) await finishAuthorization({ ...deps, live: nobodyListens }, each);
  return claimed;
}

const state = async ({ authorizationId }: Authorization) => (await stage.find(authorizationId)).state;

const requestOf = async (intent: Authorization, renews: string | null = null) =>
  openRequest(intent, { renews, keepsCard: await readKeepsCard(stage.deps.db, intent.auctionId) });

const holdAtProvider = async (intent: Authorization, card = 'visa') =>
  await stage.deps.gateways.simulated.hold({
    ...(await requestOf(intent)),
    cardToken: `simulated_card_${card}`,
    returnUrl: 'http://localhost/',
  });

test('leaves a payment that was just begun to its process', async () => {
  await stage.intend();
  await stage.hold();
  expect(await sweep()).toEqual([]);
});

test('a payment is asked for until an hour after its bid was given up, and searched for another hour', async () => {
  const intent = await stage.intend();
  await stage.age(2 * 3600);
  const { gateways } = stage.deps;
  let asked = 0;
  const silent: Gateway = {
    ...gateways.simulated,
    open: async () => {
      asked += 1;
      return { outcome: 'unknown', reason: 'the connection was cut', reference: null };
    },
  };
  const sweepInSilence = () => sweep({ ...stage.deps, gateways: { ...gateways, simulated: silent } });
  await sweepInSilence();
  expect(asked).toBe(1);
  await stage.age(3500);
  await sweepInSilence();
  expect(asked).toBe(2);
  await stage.age(3500);
  await sweepInSilence();
  expect(asked).toBe(2);
  expect(await state(intent)).toBe('releasing');
  await stage.age(300);
  await sweepInSilence();
  expect(asked).toBe(2);
  expect(await state(intent)).toBe('released');
});

test('a decline that nobody wrote down is found', async () => {
  const intent = await stage.intend();
  await holdAtProvider(intent, 'declined');
  await stage.age(6);
  await sweep();
  expect(await stage.find(intent.authorizationId)).toMatchObject({ state: 'failed', failureCode: 'card_declined' });
});

test('a challenge that is never answered is given up after a quarter of an hour', async () => {
  const { answer, authorization } = await stage.ask(await stage.intend(), 'challenge_once');
  if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
  await stage.age(14 * 60);
  await sweep();
  expect(await state(authorization)).toBe('challenged');
  await stage.age(61);
  await sweep();
  expect(await stage.find(authorization.authorizationId)).toMatchObject({
    state: 'released',
    failureCode: 'abandoned',
  });
  await answerChallenge(stage.deps, answer.challenge.secret, 'pass');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a renewal that stands and was forgotten takes over', async () => {
  const old = await stage.bid();
  const renewal = (await recordRenewal(stage.deps.db.pool, old))!;
  const request = await requestOf(renewal, old.providerReference);
  await stage.deps.gateways.simulated.holdAgain({ ...request, keptCard: null });
  await stage.age(6);
  expect(await sweep()).toMatchObject([{ authorizationId: renewal.authorizationId }]);
  expect((await stage.findBacking(old.bidId!))?.authorizationId).toBe(renewal.authorizationId);
  expect(await state(old)).toBe('released');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a renewal that came to nothing is given up, and another can be made', async () => {
  const old = await stage.bid();
  const renewal = (await recordRenewal(stage.deps.db.pool, old))!;
  await stage.age(61);
  await sweep();
  expect(await state(renewal)).toBe('released');
  expect(await recordRenewal(stage.deps.db.pool, old)).not.toBeNull();
});

test('the last process to claim decides, and the pauses grow to a minute', async () => {
  const { authorizationId } = await stage.intend();
  const { pool } = stage.deps.db;
  const waits = [];
  for (let attempt = 1; attempt <= 12; attempt++) {
    const taken = await claim(pool, authorizationId, ['intended']);
    expect(taken?.attempt).toBe(attempt);
    const { rows } = await pool.query<{ wait: number }>(
      'select extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait from authorizations where authorization_id = $1',
      [authorizationId],
    );
    waits.push(Math.round(rows[0]!.wait));
  }
  expect(waits).toEqual([4, 4, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60]);
  expect(await claim(pool, authorizationId, ['releasing'])).toBeNull();
});

test('a worker that was overtaken records nothing', async () => {
  const { pool } = stage.deps.db;
  const { authorizationId } = await stage.bid('capture_declined');
  await moveAuthorization(pool, authorizationId, 'beginCapture');
  const stalled = (await claim(pool, authorizationId, ['capturing']))!;
  const latest = (await claim(pool, authorizationId, ['capturing']))!;
  const answer = await requestCapture(stage.deps, stalled);
  expect(await recordCapture(pool, stalled, answer)).toBeNull();
  expect(await recordCapture(pool, latest, answer)).toMatchObject({ state: 'releasing' });
});

test('several sweeps at once share the work, and none waits for another', async () => {
  const { db } = stage.deps;
  for (let n = 0; n < 10; n++) await stage.intend();
  await stage.age(10);
  const batches = await db.transaction(async (tx) => [
    await claimUnfinished(tx, 'bid', 6),
    await claimUnfinished(db.pool, 'bid', 6),
  ]);
  expect(batches.map(({ length }) => length)).toEqual([6, 4]);
  expect(new Set(batches.flat().map(({ authorizationId }) => authorizationId)).size).toBe(10);
});

test('a hold that lapsed before anybody heard that it stood has expired, as in the provider’s books', async () => {
  const intent = await stage.intend();
  const { reference } = await holdAtProvider(intent);
  await stage.lapse({ ...intent, providerReference: reference });
  await stage.age(10);
  await sweep();
  expect(await stage.find(intent.authorizationId)).toMatchObject({
    state: 'expired',
    failureCode: 'authorization_expired',
  });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});
