import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { hash } from 'node:crypto';
import type { Budget, Config } from '../config.ts';
import { limiterEntries } from '../metrics/metrics.ts';
import { connectRedis } from '../redis/connect-redis.ts';

/** The state of a budget after points were used. */
export interface Balance {
  /** Points that are left until it is full again. */
  readonly left: number;
  /** Whole seconds until it is full again, at least 1. */
  readonly fullInSeconds: number;
  /** More points were used than the budget had: the request is refused. */
  readonly isOverdrawn: boolean;
}

export type Counters = ReturnType<typeof makeCounters>;

export type Counter = ReturnType<Counters['counter']>;

/** A healthy Redis answers in a millisecond; one that is down must not delay the request. */
const answerLimitMs = 500;

/** After a failure of Redis, this process counts on its own for this long. */
const restMs = 1_000;

/** Counts points: in Redis, so that all processes count together, or without Redis in this process. */
export function makeCounters({ redisUrl }: Pick<Config, 'redisUrl'>) {
  const redis =
    redisUrl === null
      ? null
      : connectRedis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: answerLimitMs });
  // The counters notice the outage at their next call.
  redis?.on('error', () => undefined);
  const closing = new DisposableStack();
  let restsUntilMs = 0;

  /** Calls Redis, and counts in this process without Redis, or if it is down or slow. */
  async function firstOf<Result>(ask: () => Promise<Result>, count: () => Result): Promise<Result> {
    if (redis?.status !== 'ready' || performance.now() < restsUntilMs) return count();
    try {
      return await ask();
    } catch {
      restsUntilMs = performance.now() + restMs;
      return count();
    }
  }

  /**
   * Makes a counter.
   *
   * @param name separates the keys of this counter from those of others
   */
  function counter(name: string, budget: Budget) {
    const own = closing.use(new MemoryCounter(budget));
    const shared =
      redis &&
      new RateLimiterRedis({
        points: budget.points,
        duration: budget.seconds,
        keyPrefix: name,
        storeClient: redis,
        // A spent budget is answered from memory, so that a flood costs Redis nothing.
        inMemoryBlockOnConsumed: budget.points,
      });
    return {
      /** Uses points of the owner's budget. */
      take(owner: string, points = 1): Promise<Balance> {
        const key = hashedKey(owner);
        return firstOf(
          () => takeFrom(shared!, key, points),
          () => own.take(key, points),
        );
      },
      /** Gives back points that were taken of the owner's budget. */
      giveBack(owner: string, points: number): Promise<void> {
        const key = hashedKey(owner);
        return firstOf(
          async () => void (await shared!.reward(key, points)),
          () => own.giveBack(key, points),
        );
      },
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

/**
 * Makes a balance.
 *
 * @param left negative if more points were used than the budget had
 */
function balanceOf(left: number, msUntilFull: number): Balance {
  return {
    left: Math.max(0, left),
    fullInSeconds: Math.max(1, Math.ceil(msUntilFull / 1_000)),
    isOverdrawn: left < 0,
  };
}

/** The longest address, and the length of most keys. */
const shortLength = 45;

/** Bounds the key of a counter's entry: a long text of a client is hashed to 43 characters, a short one stays as it is. */
function hashedKey(text: string): string {
  return text.length <= shortLength ? text : hash('sha256', text, 'base64url');
}

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
      this.#forget(key);
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

  [Symbol.dispose](): void {
    for (const key of this.#windows.keys()) this.#forget(key);
  }

  #forget(key: string): void {
    if (this.#windows.delete(key)) limiterEntries.dec();
  }

  #makeRoom(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.#windows) {
      if (endsAtMs > nowMs && this.#windows.size < maxEntries) return;
      this.#forget(key);
    }
  }
}
