import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchAuction } from '../../src/live/watch-states.ts';
import type { Live } from '../../src/live/live.ts';

const log = pino({ level: 'silent' });

/** A watched auction whose reads take `readMs`, and the instants at which they began. */
function watched({ readMs = 0, pauseMs = Infinity }) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let announce = () => {};
  const live = {
    subscribe(_: string, onChange: () => void) {
      announce = onChange;
      return () => void (announce = () => {});
    },
  } as Live;
  const beganMs: number[] = [];
  const watch = watchAuction({ live, log }, 'an auction', async () => {
    beganMs.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, readMs));
    return pauseMs;
  });
  return { beganMs, watch, announce: () => announce() };
}

const pauses = (beganMs: readonly number[]) => beganMs.slice(1).map((ms, index) => ms - beganMs[index]!);

test('an auction that changes all the time is read ten times a second, and once more after the last change', async () => {
  const { beganMs, announce } = watched({});
  for (let ms = 0; ms < 1_000; ms += 5) {
    announce();
    await vi.advanceTimersByTimeAsync(5);
  }
  const lastChangeMs = performance.now() - 5;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Math.min(...pauses(beganMs))).toBeGreaterThanOrEqual(100);
  expect(beganMs.filter((ms) => ms <= lastChangeMs)).toHaveLength(10);
  expect(beganMs.at(-1)).toBeGreaterThanOrEqual(lastChangeMs);
  expect(beganMs).toHaveLength(11);
});

test('a change after a pause is read at once', async () => {
  const { beganMs, announce } = watched({});
  announce();
  await vi.advanceTimersByTimeAsync(5_000);
  const changedMs = performance.now();
  announce();
  await vi.advanceTimersByTimeAsync(10);
  expect(beganMs).toHaveLength(2);
  expect(beganMs[1]! - changedMs).toBeLessThanOrEqual(1);
});

test('reading and telling takes half of the time at most, however long it takes', async () => {
  const { beganMs, announce } = watched({ readMs: 300 });
  for (let ms = 0; ms < 6_000; ms += 50) {
    announce();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(new Set(pauses(beganMs).map(Math.round))).toEqual(new Set([600]));
});

test('the next read is when the last one said, or when something changes before', async () => {
  const { beganMs, watch, announce } = watched({ pauseMs: 2_000 });
  watch.refresh();
  await vi.advanceTimersByTimeAsync(2_500);
  announce();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(pauses(beganMs).map((ms) => Math.round(ms / 100) * 100)).toEqual([2_000, 500, 2_000]);
});

test('nothing is read after the stop, also where a read was under way', async () => {
  const { beganMs, watch, announce } = watched({ readMs: 300, pauseMs: 0 });
  watch.refresh();
  await vi.advanceTimersByTimeAsync(100);
  announce();
  watch.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(beganMs).toHaveLength(1);
});
