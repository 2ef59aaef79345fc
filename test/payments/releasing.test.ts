import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { releaseAuthorization } from '../../src/payments/release-authorization.ts';
import type { Fault } from '../../src/payments/simulated/wire.ts';
import { compareBooks } from './compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';
import { beginReleases } from './settle-by-hand.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

const row = (authorizationId: string) => stage.find(authorizationId);

async function marked(card?: string) {
  const authorization = await stage.hold(card);
  await moveAuthorization(stage.deps.db.pool, authorization.authorizationId, 'beginRelease', {
    failureCode: 'auction_ended',
  });
  return authorization;
}

test('releasing frees the money and closes the row; again, there is nothing to do', async () => {
  const { authorizationId } = await marked();
  expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'released' });
  expect(await row(authorizationId)).toMatchObject({
    state: 'released',
    failureCode: 'auction_ended',
    nextAttemptAt: null,
  });
  expect(await releaseAuthorization(stage.deps, authorizationId)).toBeNull();
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('releasing is not done to what was not marked', async () => {
  const { authorizationId } = await stage.hold();
  expect(await releaseAuthorization(stage.deps, authorizationId)).toBeNull();
  expect((await row(authorizationId)).state).toBe('authorized');
});

test('releasing of a lapsed hold closes it as expired', async () => {
  const authorization = await marked();
  await stage.lapse(authorization);
  expect(await releaseAuthorization(stage.deps, authorization.authorizationId)).toEqual({ outcome: 'expired' });
  expect((await row(authorization.authorizationId)).state).toBe('expired');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('a release whose answer is lost is found out by a look', async () => {
  const { authorizationId } = await marked('release_answer_lost');
  expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'released' });
  expect((await row(authorizationId)).state).toBe('released');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('releasing is tried until it succeeds', async () => {
  const { authorizationId } = await marked('release_5xx');
  expect((await releaseAuthorization(stage.deps, authorizationId))?.outcome).toBe('unknown');
  expect(await row(authorizationId)).toMatchObject({ state: 'releasing', attempt: 1 });
  for (let attempt = 2; (await row(authorizationId)).state === 'releasing'; attempt++) {
    expect(attempt).toBeLessThan(4);
    await releaseAuthorization(stage.deps, authorizationId);
  }
  expect((await row(authorizationId)).state).toBe('released');
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('an error that the provider repeats under its key does not stop a release: each attempt has its own key', async () => {
  const { authorizationId } = await marked();
  const faults: Fault[] = ['error_kept'];
  stage.setWeather((operation) => (operation === 'release' ? (faults.shift() ?? null) : null));
  expect((await releaseAuthorization(stage.deps, authorizationId))?.outcome).toBe('unknown');
  expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'released' });
  expect((await row(authorizationId)).state).toBe('released');
});

test('releasing of money that was captured past our books leaves the authorization to settlement', async () => {
  const authorization = await marked();
  await stage.deps.gateways.simulated.capture({
    reference: authorization.providerReference!,
    idempotencyKey: 'somebody else',
  });
  expect(await releaseAuthorization(stage.deps, authorization.authorizationId)).toEqual({
    outcome: 'captured',
    capturedInCents: authorization.valueInCents,
  });
  expect((await row(authorization.authorizationId)).state).toBe('releasing');
});

test('releasing of a whole auction spares the winner, and what is closed', async () => {
  const winner = await stage.bid();
  const loser = await stage.bid();
  const intended = await stage.intend();
  const declined = await stage.hold('declined');
  const elsewhere = await stage.bid('visa', { auctionId: await stage.anotherAuction() });
  await moveAuthorization(stage.deps.db.pool, winner.authorizationId, 'beginCapture');
  const marked = await stage.deps.db.transaction((tx) => beginReleases(tx, stage.auctionId));
  expect(new Set(marked)).toEqual(new Set([loser.authorizationId, intended.authorizationId]));
  expect((await row(winner.authorizationId)).state).toBe('capturing');
  expect((await row(elsewhere.authorizationId)).state).toBe('authorized');
  expect((await row(declined.authorizationId)).state).toBe('failed');
  for (const authorizationId of marked) await releaseAuthorization(stage.deps, authorizationId);
  const disagreements = await compareBooks(stage.deps.db);
  expect(disagreements).toMatchObject([{ authorizationId: winner.authorizationId, ours: 'capturing' }]);
});

test('releasing of a whole auction without a winner spares nobody', async () => {
  const bids = [await stage.bid(), await stage.bid()];
  const marked = await beginReleases(stage.deps.db.pool, stage.auctionId);
  expect(new Set(marked)).toEqual(new Set(bids.map(({ authorizationId }) => authorizationId)));
});

test('without a winner everything is released, what has no bid, too', async () => {
  const { auctionId } = stage;
  const all = [await stage.intend(), await stage.hold(), await stage.bid()].map(
    ({ authorizationId }) => authorizationId,
  );
  const challenged = await stage.hold('challenge_once');
  const ids = await stage.deps.db.transaction((tx) => beginReleases(tx, auctionId));
  expect(ids.sort()).toEqual([...all, challenged.authorizationId].sort());
});
