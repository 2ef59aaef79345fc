import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFinishing } from '../../../src/operations/work/finishing.ts';
import { setStripeStage, type StripeStage } from '../stripe-stage.ts';

// A bank may take longer to answer than a worker's claim is exclusive. Workers that look for work every second leave it alone.

let stage: StripeStage;
let workers: AsyncDisposable[];
beforeEach(async () => {
  stage = await setStripeStage({}, { cancelWaitMs: 60_000 });
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  await stage[Symbol.asyncDispose]();
});

const captures = () => stage.standIn.requests.filter(({ route }) => route.endsWith('/capture'));

async function seeCapture(): Promise<void> {
  await vi.waitUntil(() => captures().length > 0, { timeout: 30_000, interval: 20 });
}

/** The highest bid is captured by one of two workers, and its answer takes six seconds. */
async function captureSlowly(card: 'visa' | 'capture_declined') {
  const next = await stage.bid(5_000);
  const highest = await stage.bid(6_000, card);
  stage.standIn.delay(/\/capture$/, 6_000);
  await stage.end();
  workers = [startFinishing(stage.service.deps), startFinishing(stage.service.deps)];
  await seeCapture();
  return { next, highest };
}

test('a capture that is answered after six seconds is requested once', async () => {
  const { highest } = await captureSlowly('visa');
  await vi.waitUntil(async () => (await stage.winners()).length > 0, { timeout: 30_000, interval: 100 });
  expect(await stage.winners()).toEqual([highest.bidId]);
  expect(captures()).toHaveLength(1);
});

test('a cancellation gets the refusal that comes after six seconds, and nobody else is charged', async () => {
  await captureSlowly('capture_declined');
  expect((await stage.cancel()).status).toBe(200);
  await vi.waitUntil(async () => (await stage.states()).every((state) => state === 'released'), {
    timeout: 30_000,
    interval: 100,
  });
  expect(captures()).toHaveLength(1);
  expect(stage.standIn.all().map(({ effects }) => effects)).toEqual([
    ['held', 'released'],
    ['held', 'released'],
  ]);
});
