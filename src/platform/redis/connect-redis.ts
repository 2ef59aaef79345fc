import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { readRedisUrl } from './read-redis-url.ts';

/** A client of one Redis, of the one that its sentinels name, or of a cluster. */
export type RedisClient = Redis | Cluster;

/** The options of a client while Redis is down; the others are in the address. */
type WhenAway = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout' | 'connectTimeout' | 'lazyConnect' | 'retryStrategy'
>;

/**
 * Connects to Redis.
 *
 * @param url for `readRedisUrl`
 */
export function connectRedis(url: string, whenAway: WhenAway): RedisClient {
  const { kind, nodes, options, name } = readRedisUrl(url)!;
  switch (kind) {
    case 'one':
      return new Redis(url, whenAway);
    case 'sentinel':
      return new Redis({
        ...options,
        ...whenAway,
        sentinels: nodes,
        name,
        // Encrypts the connection to Redis, in spite of the option's name; connections to sentinels are unencrypted.
        enableTLSForSentinelMode: options.tls !== undefined,
        // If all sentinels are down, ioredis retries them, as it retries Redis itself.
        sentinelRetryStrategy:
          whenAway.retryStrategy === undefined
            ? (times) => Math.min(times * 100, 1_000)
            : (whenAway.retryStrategy ?? (() => null)),
      });
    case 'cluster': {
      const { enableOfflineQueue, lazyConnect, retryStrategy, ...ofNode } = whenAway;
      return new Cluster(nodes, {
        redisOptions: { ...options, ...ofNode },
        ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
        ...(lazyConnect !== undefined && { lazyConnect }),
        ...(retryStrategy !== undefined && { clusterRetryStrategy: retryStrategy ?? (() => null) }),
      });
    }
  }
}
