import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCallLimiter } from '../../src/payments/providers/call-limiter.ts';
import type { Connection } from '../../src/platform/db/database.ts';
import type { CallPriority } from '../../src/payments/providers/work-kinds.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

let database: FreshDatabase;

beforeEach(async () => void (database = await freshDatabase()));
afterEach(() => database[Symbol.asyncDispose]());

/** Each limiter is one of another process. */
function limiterOf(callsPerSecond: number, account = 'acct_1') {
  return makeCallLimiter(database.db, { account, callsPerSecond });
}

const maxWaitMs = 60_000;

test('captures start before bids, bids before renewals, then releases, and what is to be cleaned up last', async () => {
  const limiter = limiterOf(50);
  const started: CallPriority[] = [];
  const asked: CallPriority[] = ['cleanup', 'release', 'renewal', 'bid', 'capture'];
  const calls = asked.flatMap((priority) =>
    Array.from({ length: 5 }, async () => {
      expect(await limiter.mayStart(priority, maxWaitMs)).toBe(true);
      started.push(priority);
    }),
  );
  await Promise.all(calls);
  expect(started).toEqual(asked.toReversed().flatMap((priority) => Array<CallPriority>(5).fill(priority)));
});

test('two processes together start no more calls than one budget has', async () => {
  const limiters = [limiterOf(100), limiterOf(100)];
  const startedAt = performance.now();
  await Promise.all(
    limiters.flatMap((limiter) => Array.from({ length: 40 }, () => limiter.mayStart('capture', maxWaitMs))),
  );
  // 20 of the 80 calls start at once, and 80 more in each second.
  expect(performance.now() - startedAt).toBeGreaterThan(700);
});

test('releases leave calls in the budget for a capture of another process', async () => {
  const releasing = limiterOf(5);
  const calls = Array.from({ length: 3 }, () => releasing.mayStart('release', maxWaitMs));
  await calls[0];
  const { rows } = await database.db.query<{ left: number }>('select calls_left as left from call_budgets');
  expect(rows[0]!.left).toBeGreaterThanOrEqual(0.75);
  expect(await limiterOf(5).mayStart('capture', maxWaitMs)).toBe(true);
  expect(await Promise.all(calls)).toEqual([true, true, true]);
});

test('each account has a budget of its own', async () => {
  const [one, other] = [limiterOf(5, 'acct_1'), limiterOf(5, 'acct_2')];
  expect(await one.mayStart('capture', maxWaitMs)).toBe(true);
  await one.backOff(null);
  expect(await other.mayStart('capture', 100)).toBe(true);
  expect(await one.mayStart('capture', 100)).toBe(false);
  const { rows } = await database.db.query('select account from call_budgets order by account');
  expect(rows).toEqual([{ account: 'acct_1' }, { account: 'acct_2' }]);
});

test('a call that cannot start in time does not start', async () => {
  const limiter = limiterOf(5);
  await limiter.mayStart('capture', maxWaitMs);
  for (let times = 0; times < 3; times++) await limiter.backOff(null);
  expect(await limiter.mayStart('release', 30)).toBe(false);
});

test('to back off twice at once lasts no longer than once', async () => {
  const limiter = limiterOf(25);
  await limiter.mayStart('capture', maxWaitMs);
  const left = async () =>
    (await database.db.query<{ left: number }>('select calls_left as left from call_budgets')).rows[0]!.left;
  await limiter.backOff(null);
  const after = await left();
  expect(after).toBeLessThanOrEqual(-9);
  await limiter.backOff(null);
  expect(await left()).toBe(after);
});

test('without the database the caller gets its error, and nothing starts', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as Connection;
  const limiter = makeCallLimiter(away, { account: 'acct_1', callsPerSecond: 25 });
  await expect(Promise.all([limiter.mayStart('bid', 1_000), limiter.mayStart('capture', 1_000)])).rejects.toThrow(
    'away',
  );
});
