import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { readRedisUrl } from './read-redis-url.ts';

/** A client of one Redis, of the one that its sentinels name, or of a cluster. */
export type RedisClient = Redis | Cluster;

/** What a client is to do while Redis is away; the rest is in the address. */
export type WhenAway = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout' | 'connectTimeout' | 'lazyConnect' | 'retryStrategy'
>;

/** @param url as `readRedisUrl` */
export function connectRedis(url: string, whenAway: WhenAway): RedisClient {
  const { kind, nodes, options, name } = readRedisUrl(url);
  switch (kind) {
    case 'one':
      return new Redis(url, whenAway);
    case 'sentinel':
      return new Redis({
        ...options,
        ...whenAway,
        sentinels: nodes,
        name,
        // Of the Redis that they name, in spite of the word; they are asked unencrypted.
        enableTLSForSentinelMode: options.tls !== undefined,
        // Sentinels that are all away are asked again as Redis itself is.
        sentinelRetryStrategy: whenAway.retryStrategy ?? ((times) => Math.min(times * 100, 1_000)),
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
