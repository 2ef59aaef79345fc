import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepClaiming } from '../../src/operations/work/keep-claiming.ts';
import { makeRightOfWay } from '../../src/operations/work/right-of-way.ts';
import { sharedService } from '../support/service.ts';

const { deps } = await sharedService();

test('a batch of other work rests nineteen times as long as it took while a worker is behind, and not at all otherwise', async () => {
  const rightOfWay = makeRightOfWay();
  const { signal } = new AbortController();
  const restMs = async () => {
    const beganMs = performance.now();
    await rightOfWay.rest(30, signal);
    return performance.now() - beganMs;
  };
  const idleMs = await restMs();
  rightOfWay.note('release', true);
  expect(await restMs()).toBeGreaterThanOrEqual(30 * 19);
  expect(idleMs).toBeLessThan(30 * 19);
});

test('more items than places are under way while items end quickly', async () => {
  let underWay = 0;
  let most = 0;
  await using _ = keepClaiming(deps, {
    name: 'release',
    places: 2,
    morePlaces: () => 3,
    claim: (limit) => {
      expect(limit).toBeLessThanOrEqual(2);
      return Promise.resolve(Array.from({ length: limit }, () => 'an item'));
    },
    about: (id) => ({ id }),
    async finish() {
      underWay += 1;
      most = Math.max(most, underWay);
      await delay(100);
      underWay -= 1;
    },
  });
  await expect.poll(() => most, { timeout: 20_000 }).toBe(5);
});

test('work that gives way is claimed once a second, although there is more', async () => {
  const claimedAtMs: number[] = [];
  const third = Promise.withResolvers<void>();
  await using _ = keepClaiming(deps, {
    name: 'message',
    places: 1,
    givesWay: () => true,
    claim: () => {
      claimedAtMs.push(performance.now());
      if (claimedAtMs.length === 3) third.resolve();
      return Promise.resolve(['an item']);
    },
    about: (id) => ({ id }),
    finish: () => Promise.resolve(),
  });
  await third.promise;
  expect(claimedAtMs[2]! - claimedAtMs[0]!).toBeGreaterThan(1_900);
});
