import { beforeEach, expect, test } from 'vitest';
import { queueDelay } from '../../src/shedding/load-shedder.ts';

let nowMs: number;
let queue: ReturnType<typeof queueDelay>;
beforeEach(() => {
  nowMs = 1_000_000;
  queue = queueDelay(10, () => nowMs);
});

/** Time in which somebody comes every 10 ms to a queue that is so long, and so many are served a second. */
function pass(ms: number, length: number, servedPerSecond: number): void {
  for (const until = nowMs + ms; nowMs < until;) {
    nowMs += 10;
    for (let count = 0; count < servedPerSecond / 100; count += 1) queue.served();
    queue.isTooLong(length);
  }
}

test('a burst is let in whole, however long a queue it makes', () => {
  pass(1_000, 0, 0);
  nowMs += 500;
  expect(queue.isTooLong(10_000)).toBe(false);
});

test('a queue that stands is too long where it takes more than 100 ms to come through it', () => {
  pass(1_000, 100, 1_000);
  expect(queue.isTooLong(99)).toBe(false);
  expect(queue.isTooLong(100)).toBe(true);
});

test('the same queue is too long where the machine has become slower', () => {
  pass(1_000, 100, 1_000);
  expect(queue.isTooLong(60)).toBe(false);
  pass(1_000, 100, 500);
  expect(queue.isTooLong(60)).toBe(true);
});

test('where hardly anything is served, each server still has four waiting for it', () => {
  pass(1_000, 30, 0);
  expect(queue.isTooLong(39)).toBe(false);
  expect(queue.isTooLong(40)).toBe(true);
});

test('a queue that was empty a moment ago does not stand', () => {
  pass(1_000, 1_000, 1_000);
  expect(queue.isTooLong(1_000)).toBe(true);
  expect(queue.isTooLong(0)).toBe(false);
  nowMs += 400;
  expect(queue.isTooLong(1_000)).toBe(false);
});
