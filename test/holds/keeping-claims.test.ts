import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setStripeStage, type StripeStage } from '../providers/stripe-stage.ts';

let stage: StripeStage;
beforeEach(async () => void (stage = await setStripeStage()));
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await stage[Symbol.asyncDispose]();
});

test('a slow statement that keeps a claim ends before the answer is recorded, and postpones nothing after it', async () => {
  const { standIn, service } = stage;
  const highest = await stage.bid(5_000);
  await stage.end();
  standIn.delay(/\/capture$/, 100);
  standIn.spoil(/\/capture$/, 'answer_lost');
  standIn.spoil(/^GET .*payment_intents/, 'server_error');

  const keeping = Promise.withResolvers<unknown>();
  const query = service.db.query.bind(service.db);
  vi.spyOn(service.db, 'query').mockImplementation(async (...args) => {
    const [statement] = args;
    if (typeof statement === 'string' || statement.name !== 'keep-claim') return await query(...args);
    await delay(500);
    const kept = query(...args);
    keeping.resolve(kept);
    return await kept;
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const capturing = stage.work();
  await vi.waitUntil(() => standIn.requests.some(({ route }) => route.endsWith('/capture')), { timeout: 30_000 });
  vi.advanceTimersByTime(2_000);
  await capturing;
  expect(await stage.stateOf(highest)).toBe('capturing');
  await stage.hurry();
  await keeping.promise;
  await stage.work();
  expect(await stage.winners()).toEqual([highest.bidId]);
});
