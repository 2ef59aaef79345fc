import { expect, test } from 'vitest';
import { readRetryAfter } from '../../src/core/instants.ts';
import { waitBeforeRetry } from '../../src/auctions/webhooks/record-attempt.ts';

const seconds = (failures: number, retryAfterMs: number | null = null, chance = 0.5) =>
  waitBeforeRetry(failures, retryAfterMs, chance) / 1000;
const hour = 3_600;

test('the waits grow from seconds to eight hours', () => {
  const waits = Array.from({ length: 12 }, (_, i) => seconds(i + 1));
  expect(waits).toEqual([5, 30, 120, 600, 1_800, hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour, 8 * hour, 8 * hour]);
});

test('a wait is spread by a fifth to both sides', () => {
  expect(seconds(1, null, 0)).toBe(4);
  expect(seconds(1, null, 1)).toBe(6);
});

test.each([
  ['a longer one is waited for', 60_000, 60],
  ['a shorter one is not', 1_000, 5],
  ['one beyond eight hours is cut', 24 * hour * 1000, 8 * hour],
])('respects the wait that the receiver asks for: %s', (_, retryAfterMs, expected) => {
  expect(seconds(1, retryAfterMs)).toBe(expected);
});

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['120', 120_000],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 11:59:00 GMT', null],
  ['0', null],
  ['-5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After: %s asks for %s ms', (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});
