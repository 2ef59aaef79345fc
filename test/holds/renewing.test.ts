import { afterEach, beforeEach, expect, test } from 'vitest';
import { attachBid, moveAuthorization } from '../../src/payments/holds/move-authorization.ts';
import { renewAuthorization } from '../../src/payments/holds/renew-authorization.ts';
import { claim } from '../../src/payments/holds/claim.ts';
import { compareBooks } from '../providers/compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

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
  const { rows } = await stage.deps.db.query('select state, bid_id from authorizations order by created_at');
  expect(rows).toEqual([
    { state: 'capturing', bid_id: old.bidId },
    { state: 'released', bid_id: null },
  ]);
});

test('renewing that ends after settlement has begun to ask a lower bid releases the renewal', async () => {
  const old = await stage.bid();
  const lower = await stage.bid('visa', { valueInCents: 4_000 });
  stage.setWeather(async (operation) => {
    if (operation === 'renew') await moveAuthorization(stage.deps.db.pool, lower.authorizationId, 'beginCapture');
    return null;
  });
  await renewAuthorization(stage.deps, old);
  const { rows } = await stage.deps.db.query(
    'select state, bid_id from authorizations where authorization_id <> $1 order by created_at',
    [lower.authorizationId],
  );
  expect(rows).toEqual([
    { state: 'authorized', bid_id: old.bidId },
    { state: 'released', bid_id: null },
  ]);
});

test('renewing goes on while settlement asks a higher bid', async () => {
  const old = await stage.bid();
  const higher = await stage.bid('visa', { valueInCents: 6_000 });
  await moveAuthorization(stage.deps.db.pool, higher.authorizationId, 'beginCapture');
  expect(await renewAuthorization(stage.deps, old)).toMatchObject({ outcome: 'authorized' });
  expect(await stage.findBacking(old.bidId!)).toMatchObject({
    state: 'authorized',
    replacesAuthorizationId: old.authorizationId,
  });
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

test('a hold that is being released, or backs a bid already, backs no other bid', async () => {
  const { pool } = stage.deps.db;
  const backing = await stage.bid();
  const released = await stage.hold();
  await moveAuthorization(pool, released.authorizationId, 'beginRelease');
  expect(await attachBid(pool, backing.authorizationId, backing.bidId!)).toBe(false);
  expect(await attachBid(pool, released.authorizationId, backing.bidId!)).toBe(false);
});
