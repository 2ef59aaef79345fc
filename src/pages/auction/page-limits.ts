import type { Config } from '../../platform/config.ts';
import type { Counter, Counters } from '../../platform/limits/counters.ts';

// Somebody who tests stolen cards is declined a lot: a decline costs as much as ten attempts that succeed.
export const declineCosts = 10;

/** A request that asks a payment provider about a bid again costs as much as ten that read the page. */
export const rereadCosts = 10;

/** The budgets. Those of bidders count by browser first; an address may be that of a whole auction hall, so its budget is wide. */
const names = ['browser', 'ip', 'newcomers', 'bidsOfBrowser', 'bidsOfIp', 'pictures', 'uploads'] as const;

type LimitName = (typeof names)[number];

export type PageLimits = ReturnType<typeof makePageLimits>;

export function makePageLimits({ pageLimits }: Pick<Config, 'pageLimits'>, counters: Pick<Counters, 'counter'>) {
  const counterOf = Object.fromEntries(
    names.map((name) => {
      const budget = pageLimits[name];
      return [name, budget === null ? null : counters.counter(`page:${name}`, budget)];
    }),
  ) as Record<LimitName, Counter | null>;
  return {
    /** @returns 0, or for how many seconds the answer is no */
    async take(limit: LimitName, key: string, points?: number): Promise<number> {
      const balance = await counterOf[limit]?.take(key, points);
      return balance?.isOverdrawn === true ? balance.fullInSeconds : 0;
    },
    /** Gives points back that were taken for work that was not done. */
    async giveBack(limit: LimitName, key: string, points: number): Promise<void> {
      await counterOf[limit]?.giveBack(key, points);
    },
  };
}
