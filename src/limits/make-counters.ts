import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Budget, Config } from '../config.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import { type Balance, balanceOf } from './balance.ts';
import { MemoryCounter } from './memory-counter.ts';

export interface Counter {
  /**
   * Uses points of a budget.
   *
   * @param key the owner of the budget
   */
  take(key: string, points?: number): Promise<Balance>;
  /** Gives back points that were taken of a budget. */
  giveBack(key: string, points: number): Promise<void>;
  /** Removes the entry of a key that proved to be unknown, so that invented keys take no space. */
  forget(key: string): Promise<void>;
}

/** Counts points: in Redis, so that all processes count together, or without Redis in this process. */
export interface Counters extends AsyncDisposable {
  /**
   * Makes a counter.
   *
   * @param name separates the keys of this counter from those of others
   */
  counter(name: string, budget: Budget): Counter;
}

/** A healthy Redis answers in a millisecond; one that is down must not delay the request. */
const answerLimitMs = 500;

/** After a failure of Redis, this process counts on its own for this long. */
const restMs = 1_000;

export function makeCounters({ redisUrl }: Pick<Config, 'redisUrl'>): Counters {
  const redis =
    redisUrl === null
      ? null
      : connectRedis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: answerLimitMs });
  // The counters notice the outage at their next call.
  redis?.on('error', () => undefined);
  const closing = new DisposableStack();
  let restsUntilMs = 0;

  /** Calls Redis, and counts in this process if Redis is down or slow. */
  async function firstOf<Result>(ask: () => Promise<Result>, count: () => Result): Promise<Result> {
    if (redis?.status !== 'ready' || performance.now() < restsUntilMs) return count();
    try {
      return await ask();
    } catch {
      restsUntilMs = performance.now() + restMs;
      return count();
    }
  }

  function counter(name: string, budget: Budget): Counter {
    const { points, seconds } = budget;
    const own = closing.use(new MemoryCounter(budget));
    if (redis === null) {
      return {
        take: (key, cost = 1) => Promise.resolve(own.take(key, cost)),
        giveBack: (key, points) => Promise.resolve(own.giveBack(key, points)),
        forget: (key) => Promise.resolve(own.forget(key)),
      };
    }
    const shared = new RateLimiterRedis({
      points,
      duration: seconds,
      keyPrefix: name,
      storeClient: redis,
      // A spent budget is answered from memory, so that a flood costs Redis nothing.
      inMemoryBlockOnConsumed: points,
    });
    return {
      take: (key, cost = 1) =>
        firstOf(
          () => takeFrom(shared, key, cost),
          () => own.take(key, cost),
        ),
      giveBack: (key, points) =>
        firstOf(
          async () => void (await shared.reward(key, points)),
          () => own.giveBack(key, points),
        ),
      forget: (key) =>
        firstOf(
          async () => void (await shared.delete(key)),
          () => own.forget(key),
        ),
    };
  }

  return {
    counter,
    async [Symbol.asyncDispose]() {
      closing.dispose();
      redis?.disconnect();
    },
  };
}

async function takeFrom(limiter: RateLimiterRedis, key: string, points: number): Promise<Balance> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key, points);
    return balanceOf(remainingPoints, msBeforeNext);
  } catch (spent) {
    if (spent instanceof RateLimiterRes) return balanceOf(-1, spent.msBeforeNext);
    throw spent;
  }
}
