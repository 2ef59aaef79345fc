import type { Config } from '../config.ts';
import type { Connection } from '../db/database.ts';
import { connectRedis, type RedisClient } from '../redis/connect-redis.ts';

/** Checks whether jobs can be added and claimed. */
export interface QueueCheck extends AsyncDisposable {
  /**
   * Checks the connection and the store.
   *
   * @throws when the queues' store does not answer
   */
  check(): Promise<void>;
}

/** Makes the check. The connection to Redis, if there is one, is opened at the first check. */
export function makeQueueCheck({ config, db }: { config: Pick<Config, 'redisUrl'>; db: Connection }): QueueCheck {
  const { redisUrl } = config;
  let redis: RedisClient | null = null;
  return {
    async check() {
      if (redisUrl === null) {
        await db.query('select 1');
        return;
      }
      redis ??= connect(redisUrl);
      await redis.ping();
    },
    async [Symbol.asyncDispose]() {
      redis?.disconnect();
    },
  };
}

function connect(url: string): RedisClient {
  const redis = connectRedis(url, { maxRetriesPerRequest: 1, commandTimeout: 1_000, connectTimeout: 1_000 });
  // The check reports the error.
  redis.on('error', () => undefined);
  return redis;
}
