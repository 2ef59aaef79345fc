import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overloadLog } from '../../src/shedding/load-shedder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the log says once that requests are shed, and once how many were, each time', () => {
  const lines: string[] = [];
  const overload = overloadLog(pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }));
  const shedFor = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      overload.shed();
      overload.shed();
      vi.advanceTimersByTime(1_000);
    }
  };
  shedFor(10);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1]!)).toMatchObject({ shed: 20 });
  shedFor(3);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(4);
  expect(JSON.parse(lines[3]!)).toMatchObject({ shed: 6 });
});
