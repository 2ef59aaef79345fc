import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inBatches, leftOut, postponed } from '../../src/core/in-batches.ts';

const outage = Object.assign(new Error('down'), { code: '57P01' });

/** Doubles numbers, and remembers its batches; each batch is answered when the test says so. */
function doubling({ fails = () => null }: { fails?: (batch: readonly number[]) => Error | null } = {}) {
  const batches: number[][] = [];
  const double = inBatches(async (numbers: readonly number[]) => {
    batches.push([...numbers]);
    await delay(5);
    const error = fails(numbers);
    if (error !== null) throw error;
    return numbers.map((number) => 2 * number);
  });
  return { double, batches };
}

test('items of one turn share a batch, and each gets its own result', async () => {
  const { double, batches } = doubling();
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('items that come while a batch is under way share the next one', async () => {
  const { double, batches } = doubling();
  const first = double(1);
  await expect.poll(() => batches).toEqual([[1]]);
  expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('a batch has a hundred items at most', async () => {
  const { double, batches } = doubling();
  await Promise.all(Array.from({ length: 250 }, (_, index) => double(index)));
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('an item that fails undoes no other: after a failure each is handled alone', async () => {
  const { double, batches } = doubling({ fails: (batch) => (batch.includes(2) ? new Error('two') : null) });
  const results = await Promise.allSettled([1, 2, 3].map(double));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('an outage fails all items at once', async () => {
  const { double, batches } = doubling({ fails: () => outage });
  const results = await Promise.allSettled([1, 2, 3].map(double));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches).toHaveLength(1);
});

test('an item that a batch leaves out is handled alone, and the next batch does not wait for it', async () => {
  const over = Promise.withResolvers<void>();
  const double = inBatches(async (numbers: readonly number[]) => {
    if (numbers.length === 1 && numbers[0] === 2) await over.promise;
    return numbers.map((number) => (number === 2 && numbers.length > 1 ? leftOut : 2 * number));
  });
  const slow = double(2);
  expect(await Promise.all([double(1), double(3)])).toEqual([2, 6]);
  expect(await double(4)).toBe(8);
  over.resolve();
  expect(await slow).toBe(4);
});

test('what is too much for a batch comes first in the next one', async () => {
  const batches: number[][] = [];
  const double = inBatches(async (numbers: readonly number[]) => {
    batches.push([...numbers]);
    return numbers.map((number, index) => (index < 2 ? 2 * number : postponed));
  });
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]]);
});

test('an item that is left out of a batch of its own delays no later one', async () => {
  const over = Promise.withResolvers<void>();
  const double = inBatches(async (numbers: readonly number[], isAlone) => {
    if (isAlone) await over.promise;
    return numbers.map((number) => (number === 2 && !isAlone ? leftOut : 2 * number));
  });
  const slow = double(2);
  expect(await double(3)).toBe(6);
  over.resolve();
  expect(await slow).toBe(4);
});
