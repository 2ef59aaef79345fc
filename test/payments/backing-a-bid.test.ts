import { afterEach, beforeEach, expect, test } from 'vitest';
import { attachBid } from '../../src/payments/attach-bid.ts';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

test('a bid is backed by one authorization, which the sweep then leaves alone', async () => {
  const backing = await stage.bid();
  expect(backing.nextAttemptAt).toBeNull();
  expect((await stage.findBacking(backing.bidId!))?.authorizationId).toBe(backing.authorizationId);
});

test('a bid cannot be backed by what does not stand, or backs another bid', async () => {
  const { deps } = stage;
  const backing = await stage.bid();
  const released = await stage.hold();
  await moveAuthorization(deps.db.pool, released.authorizationId, 'beginRelease');
  expect(await attachBid(deps.db.pool, backing.authorizationId, backing.bidId!)).toBe(false);
  expect(await attachBid(deps.db.pool, released.authorizationId, backing.bidId!)).toBe(false);
});
