import { limiterEntries } from '../metrics/metrics.ts';
import type { Budget } from '../config.ts';
import { type Balance, balanceOf } from './balance.ts';

/** The points used of one budget since its window began. */
interface Window {
  used: number;
  readonly endsAtMs: number;
}

/** The maximum number of keys of a counter; each takes about 200 bytes. */
export const maxEntries = 100_000;

/**
 * Counts in the memory of this process. All windows of a counter are equally long, so that the oldest entries end
 * first: each new entry removes those that have ended, and the oldest one if there are too many.
 */
export class MemoryCounter implements Disposable {
  readonly #windows = new Map<string, Window>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  take(key: string, points: number): Balance {
    const nowMs = performance.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAtMs <= nowMs) {
      this.forget(key);
      this.#makeRoom(nowMs);
      window = { used: 0, endsAtMs: nowMs + this.#budget.seconds * 1_000 };
      this.#windows.set(key, window);
      limiterEntries.inc();
    }
    window.used += points;
    return balanceOf(this.#budget.points - window.used, window.endsAtMs - nowMs);
  }

  giveBack(key: string, points: number): void {
    const window = this.#windows.get(key);
    if (window !== undefined) window.used = Math.max(0, window.used - points);
  }

  forget(key: string): void {
    if (this.#windows.delete(key)) limiterEntries.dec();
  }

  [Symbol.dispose](): void {
    for (const key of this.#windows.keys()) this.forget(key);
  }

  #makeRoom(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.#windows) {
      if (endsAtMs > nowMs && this.#windows.size < maxEntries) return;
      this.forget(key);
    }
  }
}
