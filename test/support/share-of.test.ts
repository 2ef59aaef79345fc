import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareOf } from './share-of.ts';

// CI sets a share of its own.
beforeEach(() => void vi.stubEnv('SHARE', undefined));
afterEach(() => void vi.unstubAllEnvs());

test('the shares of a list are all of it, and none of an entry is in two', () => {
  const entries = ['a', 'b', 'c', 'd', 'e'];
  const shares = ['0/2', '1/2'].map((share) => {
    vi.stubEnv('SHARE', share);
    return shareOf(entries);
  });
  expect(shares).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ]);
});

test('without SHARE everything is taken, and what is no share is refused', () => {
  expect(shareOf([1, 2, 3])).toEqual([1, 2, 3]);
  for (const share of ['2/2', 'half', '1/0', '']) {
    vi.stubEnv('SHARE', share);
    expect(() => shareOf([1])).toThrow('is no part of a whole');
  }
});
