import { hashedKey } from '../limits/hashed-key.ts';
import type { Counter, Counters } from '../limits/make-counters.ts';

// Somebody who tests stolen cards is declined a lot: a decline costs as much as ten attempts that succeed. An address may be
// that of a whole auction hall, so it gets more than a browser does.
export const declineCosts = 10;

const budgets = {
  /** Looks at pages and states, per address. */
  look: { points: 1_200, seconds: 60 },
  /** Pictures, per address: several on each page, and a browser asks for each once. */
  picture: { points: 6_000, seconds: 60 },
  /** Submitted forms, per address and auction. */
  submit: { points: 60, seconds: 60 },
  /** Uploaded pictures, per address. */
  upload: { points: 120, seconds: 600 },
  cardsOfAddress: { points: 300, seconds: 600 },
  cardsOfBrowser: { points: 60, seconds: 600 },
} as const;

export type LimitName = keyof typeof budgets;

export interface PageLimits {
  /** @returns 0, or for how many seconds the answer is no */
  take(limit: LimitName, key: string, points?: number): Promise<number>;
  /** Removes a budget of what turned out not to exist. */
  forget(limit: LimitName, key: string): Promise<void>;
}

export function makePageLimits(counters: Pick<Counters, 'counter'>): PageLimits {
  const counterOf = Object.fromEntries(
    Object.entries(budgets).map(([name, budget]) => [name, counters.counter(`page:${name}`, budget)]),
  ) as Record<LimitName, Counter>;
  return {
    async take(limit, key, points) {
      const { isOverdrawn, fullInSeconds } = await counterOf[limit].take(hashedKey(key), points);
      return isOverdrawn ? fullInSeconds : 0;
    },
    forget: (limit, key) => counterOf[limit].forget(hashedKey(key)),
  };
}
