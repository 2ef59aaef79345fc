import { expect, test } from 'vitest';
import { fairSemaphore } from '../../src/core/semaphore.ts';

/** Calls that end when the test says so, in the order in which they began. */
function stage(limits: { max: number; maxOfOwner: number }) {
  const within = fairSemaphore(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    call(name: string) {
      void within(name[0]!, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    },
    async end(name: string) {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('owners take turns, however many calls one of them has waiting', async () => {
  const { begun, call, end } = stage({ max: 1, maxOfOwner: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) call(name);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('a call that throws gives its place back', async () => {
  const within = fairSemaphore({ max: 1, maxOfOwner: 1 });
  await expect(within('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await within('a', async () => 'yes')).toBe('yes');
});
