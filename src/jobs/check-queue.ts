import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { connectRedis, type RedisClient } from '../redis/connect-redis.ts';

/** Sees whether jobs can be put and taken. */
export interface QueueCheck extends AsyncDisposable {
  /** @throws when what the queues live in does not answer */
  check(): Promise<void>;
}

/** The connection to Redis, where there is one, is opened at the first check. */
export function makeQueueCheck({
  config,
  db,
}: {
  config: Pick<Config, 'redisUrl'>;
  db: Pick<Database, 'pool'>;
}): QueueCheck {
  const { redisUrl } = config;
  let redis: RedisClient | null = null;
  return {
    async check() {
      if (redisUrl === null) {
        await db.pool.query('select 1');
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
  // Told by the check.
  redis.on('error', () => undefined);
  return redis;
}
