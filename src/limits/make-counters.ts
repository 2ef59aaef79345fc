import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Budget, Config } from '../config.ts';
import { connectRedis } from '../redis/connect-redis.ts';

/** How a budget stands after something was taken from it. */
export interface Balance {
  /** Points that are left until it is full again. */
  readonly left: number;
  /** Whole seconds until it is full again, at least 1. */
  readonly fullInSeconds: number;
  /** More was taken than it had: the answer is no. */
  readonly isOverdrawn: boolean;
}

export interface Counter {
  /** @param key whose budget it is */
  take(key: string, points?: number): Promise<Balance>;
}

/** Where points are counted: in Redis, so that all processes count together, or in this process where there is none. */
export interface Counters extends AsyncDisposable {
  /** @param name tells this counter's keys from another's */
  counter(name: string, budget: Budget): Counter;
}

/** A Redis that is there answers in a millisecond; one that is not must not hold up whoever asks. */
const answerLimitMs = 500;

/** For so long a Redis that did not answer is not asked again, and this process counts on its own. */
const restMs = 1_000;

export function makeCounters({ redisUrl }: Pick<Config, 'redisUrl'>): Counters {
  const redis =
    redisUrl === null
      ? null
      : connectRedis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: answerLimitMs });
  // Its absence is told by what it is there for.
  redis?.on('error', () => undefined);
  let restsUntilMs = 0;

  function counter(name: string, { points, seconds }: Budget): Counter {
    const options = { points, duration: seconds, keyPrefix: name };
    const own = new RateLimiterMemory(options);
    // Whoever has spent it all is told so from memory, so that a flood costs Redis nothing.
    const shared =
      redis === null ? null : new RateLimiterRedis({ ...options, storeClient: redis, inMemoryBlockOnConsumed: points });
    return {
      async take(key, taken = 1) {
        const isThere = redis?.status === 'ready' && performance.now() >= restsUntilMs;
        if (shared === null || !isThere) return await takeFrom(own, key, taken);
        try {
          return await takeFrom(shared, key, taken);
        } catch {
          restsUntilMs = performance.now() + restMs;
          return await takeFrom(own, key, taken);
        }
      },
    };
  }

  return {
    counter,
    async [Symbol.asyncDispose]() {
      redis?.disconnect();
    },
  };
}

async function takeFrom(limiter: RateLimiterAbstract, key: string, points: number): Promise<Balance> {
  try {
    return balanceOf(await limiter.consume(key, points), false);
  } catch (spent) {
    if (spent instanceof RateLimiterRes) return balanceOf(spent, true);
    throw spent;
  }
}

function balanceOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isOverdrawn: boolean): Balance {
  return { left: remainingPoints, fullInSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)), isOverdrawn };
}
