import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordIntent } from '../../src/payments/record-intent.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

test('a form submitted twice finds the first', async () => {
  const submissionToken = randomUUID();
  const first = await stage.intend({ submissionToken });
  expect((await stage.intend({ submissionToken, valueInCents: 9_999 })).authorizationId).toBe(first.authorizationId);
});

test('a form submitted by ten taps at once is one', async () => {
  const submissionToken = randomUUID();
  const taps = await Promise.all(Array.from({ length: 10 }, () => stage.intend({ submissionToken })));
  expect(new Set(taps.map(({ authorizationId }) => authorizationId)).size).toBe(1);
});

test('a form of another auction is another, whatever its token', async () => {
  const submissionToken = randomUUID();
  const first = await stage.intend({ submissionToken });
  const other = await stage.intend({ submissionToken, auctionId: await stage.anotherAuction() });
  expect(other.authorizationId).not.toBe(first.authorizationId);
});

test('a submit is told whether it is the first', async () => {
  const { auctionId, sellerId, valueInCents } = await stage.intend();
  const intent = {
    auctionId,
    sellerId,
    valueInCents,
    bidderId: 'b',
    email: 'b@example.com',
    browserId: null,
    provider: 'simulated',
    submissionToken: 'x',
  } as const;
  const { pool } = stage.deps.db;
  expect([(await recordIntent(pool, intent)).isNew, (await recordIntent(pool, intent)).isNew]).toEqual([true, false]);
});
