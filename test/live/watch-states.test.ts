import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { nobodyListens } from '../support/nobody-listens.ts';
import { watchStates } from '../../src/live/watch-states.ts';

const auctionId = 'an auction';

function watchedStates() {
  const reads: number[] = [];
  const { watch, isWatched } = watchStates({
    live: nobodyListens,
    log: pino({ level: 'silent' }),
    read: async () => {
      reads.push(performance.now());
      return { bidCount: 1 };
    },
    contentOf: JSON.stringify,
    msUntilTransition: () => Infinity,
  });
  return { reads, isWatched, watch: (onState: () => void) => watch({ auctionId }, onState) };
}

test('while hundreds are told, the process does other things in between', async () => {
  const { watch } = watchedStates();
  const told = { count: 0 };
  const busyFor = (ms: number) => {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
  };
  const leaves = Array.from({ length: 400 }, () =>
    watch(() => {
      told.count += 1;
      busyFor(0.1);
    }),
  );
  const tellings: number[] = [];
  while (told.count < 400) {
    const before = told.count;
    await setImmediate();
    if (told.count > before) tellings.push(told.count - before);
  }
  // A millisecond of telling at a time: some ten of them.
  expect(tellings.length).toBeGreaterThan(20);
  expect(Math.max(...tellings)).toBeLessThan(50);
  for (const leave of leaves) leave();
});

test('thousands who come at once are one read, and each has the state; an auction is watched until the last leaves', async () => {
  const { reads, watch, isWatched } = watchedStates();
  expect(isWatched(auctionId)).toBe(false);
  let told = 0;
  const leaves = Array.from({ length: 5_000 }, () => watch(() => (told += 1)));
  await expect.poll(() => told).toBe(5_000);
  expect(reads).toHaveLength(1);
  const [last, ...others] = leaves;
  for (const leave of others) leave();
  expect(isWatched(auctionId)).toBe(true);
  last!();
  expect(isWatched(auctionId)).toBe(false);
});
