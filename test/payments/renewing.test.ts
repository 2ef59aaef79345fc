import { afterEach, beforeEach, expect, test } from 'vitest';
import { refreshAuthorization } from '../../src/payments/refresh-authorization.ts';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { renewAuthorization } from '../../src/payments/renew-authorization.ts';
import { requestCapture } from '../../src/payments/request-capture.ts';
import { answerChallenge } from '../../src/payments/simulated/challenges.ts';
import { claim } from '../../src/payments/claim.ts';
import { compareBooks } from './compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';
import { recordCapture } from './settle-by-hand.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

const row = (authorizationId: string) => stage.find(authorizationId);

test('renewing holds anew, then releases the old hold; the bid is backed all the time', async () => {
  const old = await stage.bid();
  expect((await renewAuthorization(stage.deps, old))?.outcome).toBe('authorized');
  const backing = await stage.findBacking(old.bidId!);
  expect(backing).toMatchObject({
    state: 'authorized',
    replacesAuthorizationId: old.authorizationId,
    nextAttemptAt: null,
  });
  expect(await row(old.authorizationId)).toMatchObject({ state: 'released', bidId: old.bidId });
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('renewing can be done again and again', async () => {
  const old = await stage.bid();
  for (let time = 0; time < 3; time++) {
    const backing = (await stage.findBacking(old.bidId!))!;
    expect((await renewAuthorization(stage.deps, backing))?.outcome).toBe('authorized');
  }
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test.each([
  ['challenge_always', 'needs_bidder'],
  ['renewal_declined', 'card_declined'],
])('a renewal that fails leaves the old hold standing: %s', async (card, code) => {
  const { answer, authorization } = await stage.ask(await stage.intend(), card);
  if (answer.outcome === 'challenged' && answer.challenge.provider === 'simulated') {
    await answerChallenge(stage.deps, answer.challenge.secret, 'pass');
    await refreshAuthorization(stage.deps, authorization);
  }
  const old = await stage.backBid(authorization);
  expect(await renewAuthorization(stage.deps, old)).toEqual({ outcome: 'refused', code });
  expect((await stage.findBacking(old.bidId!))?.authorizationId).toBe(old.authorizationId);
  expect(await compareBooks(stage.deps.db)).toEqual([]);
  // Nothing stands in the way of trying again.
  expect(await renewAuthorization(stage.deps, old)).toEqual({ outcome: 'refused', code });
});

test('renewing is done once at a time', async () => {
  const old = await stage.bid();
  const answers = await Promise.all([renewAuthorization(stage.deps, old), renewAuthorization(stage.deps, old)]);
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('renewing gives way to a settlement that has taken the old hold meanwhile', async () => {
  const old = await stage.bid();
  let isSettling = false;
  stage.setWeather(async (operation) => {
    if (operation === 'renew' && !isSettling) {
      isSettling = true;
      await moveAuthorization(stage.deps.db.pool, old.authorizationId, 'beginCapture');
    }
    return null;
  });
  await renewAuthorization(stage.deps, old);
  expect((await row(old.authorizationId)).state).toBe('capturing');
  const taken = (await claim(stage.deps.db.pool, old.authorizationId, ['capturing']))!;
  await recordCapture(stage.deps.db.pool, taken, await requestCapture(stage.deps, taken));
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('renewing saves a bid whose old hold lapsed meanwhile', async () => {
  const old = await stage.bid();
  let hasLapsed = false;
  stage.setWeather(async (operation) => {
    if (operation === 'renew' && !hasLapsed) {
      hasLapsed = true;
      await stage.lapse(old);
      await stage.deps.gateways.simulated.read({ reference: old.providerReference! });
      await moveAuthorization(stage.deps.db.pool, old.authorizationId, 'expire');
    }
    return null;
  });
  await renewAuthorization(stage.deps, old);
  expect((await stage.findBacking(old.bidId!))?.replacesAuthorizationId).toBe(old.authorizationId);
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('renewing that ends after its auction was completed releases the renewal', async () => {
  const old = await stage.bid();
  let isCompleted = false;
  stage.setWeather(async (operation) => {
    if (operation === 'renew' && !isCompleted) {
      isCompleted = true;
      await stage.lapse(old);
      await stage.deps.gateways.simulated.read({ reference: old.providerReference! });
      await moveAuthorization(stage.deps.db.pool, old.authorizationId, 'expire');
      await stage.deps.db.query(
        `update auctions set status = 'completed', outcome = 'UNSOLD', completed_at = clock_timestamp() where auction_id = $1`,
        [stage.auctionId],
      );
    }
    return null;
  });
  await renewAuthorization(stage.deps, old);
  const { rows } = await stage.deps.db.query('select state, bid_id from authorizations order by created_at');
  expect(rows).toEqual([
    { state: 'expired', bid_id: old.bidId },
    { state: 'released', bid_id: null },
  ]);
  expect(await compareBooks(stage.deps.db)).toEqual([]);
});

test('renewing is not begun by a pass that was overtaken', async () => {
  const old = await stage.bid();
  await claim(stage.deps.db.pool, old.authorizationId, ['authorized']);
  expect(await renewAuthorization(stage.deps, old)).toBeNull();
});

test('renewing is not done to what backs no bid', async () => {
  expect(await renewAuthorization(stage.deps, await stage.hold())).toBeNull();
});
