import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { releaseAuthorization } from '../../src/payments/release-authorization.ts';
import { requestCapture } from '../../src/payments/request-capture.ts';
import { claim } from '../../src/payments/claim.ts';
import { compareBooks } from './compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';
import { beginReleases, recordCapture } from './settle-by-hand.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

const row = (authorizationId: string) => stage.find(authorizationId);

async function claimCapture(authorizationId: string) {
  const taken = await claim(stage.deps.db.pool, authorizationId, ['capturing']);
  if (taken === null) throw new Error('Not being captured.');
  return taken;
}

async function capture(authorizationId: string) {
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture');
  const taken = await claimCapture(authorizationId);
  const answer = await requestCapture(stage.deps, taken);
  return { answer, recorded: await recordCapture(stage.deps.db.pool, taken, answer) };
}

test('capturing takes the money and closes the row', async () => {
  const { authorizationId } = await stage.bid();
  const { answer, recorded } = await capture(authorizationId);
  expect(answer).toMatchObject({ outcome: 'captured' });
  expect(recorded).toMatchObject({ state: 'captured', nextAttemptAt: null });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('capturing of two bids at once is refused by the database', async () => {
  const [first, second] = [await stage.bid(), await stage.bid()];
  const { pool } = stage.deps.db;
  await moveAuthorization(pool, first.authorizationId, 'beginCapture');
  await expect(moveAuthorization(pool, second.authorizationId, 'beginCapture')).rejects.toThrow(
    /authorizations_one_capture/,
  );
});

test('capturing needs a bid', async () => {
  const { authorizationId } = await stage.hold();
  await expect(moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture')).rejects.toThrow(
    /capture_backs_bid/,
  );
});

test('a capture that is declined frees the auction for the next bid, and has the hold released', async () => {
  const first = await stage.bid('capture_declined');
  const second = await stage.bid();
  const { answer, recorded } = await capture(first.authorizationId);
  expect(answer).toEqual({ outcome: 'refused', code: 'card_declined' });
  expect(recorded).toMatchObject({ state: 'releasing', failureCode: 'card_declined' });
  expect((await capture(second.authorizationId)).recorded?.state).toBe('captured');
  await releaseAuthorization(stage.deps, first.authorizationId);
  expect(await row(first.authorizationId)).toMatchObject({ state: 'released', failureCode: 'card_declined' });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('capturing of a lapsed hold closes it as expired', async () => {
  const authorization = await stage.bid();
  await stage.lapse(authorization);
  expect((await capture(authorization.authorizationId)).recorded).toMatchObject({
    state: 'expired',
    failureCode: 'authorization_expired',
  });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a capture whose answer is lost is found out by a look', async () => {
  const { authorizationId } = await stage.bid('capture_answer_lost');
  expect((await capture(authorizationId)).recorded?.state).toBe('captured');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a capture that stays unknown writes nothing and keeps every other bid from being captured, until it is certain', async () => {
  const { authorizationId } = await stage.bid('capture_5xx');
  const next = await stage.bid();
  const first = await capture(authorizationId);
  expect([first.answer.outcome, first.recorded]).toEqual(['unknown', null]);
  await expect(moveAuthorization(stage.deps.db.pool, next.authorizationId, 'beginCapture')).rejects.toThrow(
    /one_capture/,
  );
  for (const expected of ['unknown', 'captured']) {
    const taken = await claimCapture(authorizationId);
    const answer = await requestCapture(stage.deps, taken);
    expect(answer.outcome).toBe(expected);
    await recordCapture(stage.deps.db.pool, taken, answer);
  }
  expect((await row(authorizationId)).state).toBe('captured');
  await beginReleases(stage.deps.db.pool, stage.auctionId);
  await releaseAuthorization(stage.deps, next.authorizationId);
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a capture by a worker that was overtaken has no say any more', async () => {
  const { authorizationId } = await stage.bid('capture_declined');
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture');
  const stalled = await claimCapture(authorizationId);
  const latest = await claimCapture(authorizationId);
  const answer = await requestCapture(stage.deps, stalled);
  expect(await recordCapture(stage.deps.db.pool, stalled, answer)).toBeNull();
  expect((await row(authorizationId)).state).toBe('capturing');
  expect((await recordCapture(stage.deps.db.pool, latest, answer))?.state).toBe('releasing');
});

test('capturing and releasing exclude each other', async () => {
  const { pool } = stage.deps.db;
  const { authorizationId } = await stage.bid();
  const [captured, released] = await Promise.all([
    moveAuthorization(pool, authorizationId, 'beginCapture'),
    moveAuthorization(pool, authorizationId, 'beginReplacement'),
  ]);
  expect([captured, released].filter((moved) => moved !== null)).toHaveLength(1);
});
