import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';

// Whoever tests stolen cards is declined a lot: a decline costs as much as ten attempts that succeed. An address may be
// that of a whole auction hall, so it gets more than a browser does.
export const declineCosts = 10;

/** Points within seconds. */
const budgets = {
  /** Looks at pages and states, per address. */
  look: { points: 1_200, duration: 60 },
  /** Submitted forms, per address and auction. */
  submit: { points: 60, duration: 60 },
  cardsOfAddress: { points: 300, duration: 600 },
  cardsOfBrowser: { points: 60, duration: 600 },
} as const;

export type LimitName = keyof typeof budgets;

export interface PageLimits extends AsyncDisposable {
  /** @returns 0, or for how many seconds the answer is no */
  take(limit: LimitName, key: string, points?: number): Promise<number>;
}

/** Counted in Redis where there is one, so that all processes count together; in this process where there is none. */
export function makePageLimits({ config }: { config: Pick<Config, 'redisUrl'> }): PageLimits {
  const redis =
    config.redisUrl === null
      ? null
      : new Redis(config.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1, lazyConnect: false });
  // Its absence is told by what it is there for; here the process counts on its own meanwhile.
  redis?.on('error', () => undefined);

  const limiters = Object.fromEntries(
    Object.entries(budgets).map(([name, budget]) => [
      name,
      makeLimiter(redis, { ...budget, keyPrefix: `page:${name}` }),
    ]),
  ) as Record<LimitName, RateLimiterAbstract>;

  return {
    async take(limit, key, points = 1) {
      try {
        await limiters[limit].consume(key, points);
        return 0;
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        return Math.max(1, Math.ceil(spent.msBeforeNext / 1_000));
      }
    },
    async [Symbol.asyncDispose]() {
      redis?.disconnect();
    },
  };
}

function makeLimiter(
  redis: Redis | null,
  budget: { points: number; duration: number; keyPrefix: string },
): RateLimiterAbstract {
  const memory = new RateLimiterMemory(budget);
  return redis === null ? memory : new RateLimiterRedis({ ...budget, storeClient: redis, insuranceLimiter: memory });
}
