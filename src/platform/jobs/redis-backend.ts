import { once } from 'node:events';
import { createRedisBackend, Queue, withBackend } from 'bullmq';
import { connectRedis } from '../redis/connect-redis.ts';
import { type QueueBackend, queueName, watchClaims } from './queue-backend.ts';

/** The braces keep all keys of the queue in one slot of a Redis Cluster. */
const prefix = '{auctions}';

const retryStrategy = (attempts: number) => Math.min(attempts * 100, 1_000);

export function redisBackend(url: string): QueueBackend {
  return {
    async openQueue(onError) {
      const client = connectRedis(url, {
        // A request must not wait while Redis is down: commands fail at once, and the sweep takes over.
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        commandTimeout: 400,
        connectTimeout: 2_000,
        retryStrategy,
      });
      client.on('error', onError);
      // The first attempt is over, whether or not it worked; a client that failed reconnects by itself.
      await once(client, 'ready').catch(() => undefined);

      // The version check is a command, and one that failed would leave the queue broken for good.
      const skip = { skipWaitingForReady: true, skipVersionCheck: true };
      const queue = new Queue(queueName, { ...skip, prefix, connection: client, streams: { events: { maxLen: 100 } } });
      queue.on('error', onError);
      return {
        queue,
        // Redis ends a blocking read at its next tick, ten times a second unless `hz` says otherwise.
        wakesWithinMs: 120,
        async [Symbol.asyncDispose]() {
          await queue.close();
          client.disconnect();
        },
      };
    },

    makeWorker(process, settings, report) {
      const { Worker } = withBackend(watchClaims(createRedisBackend, report));
      const connection = connectRedis(url, { maxRetriesPerRequest: null, retryStrategy });
      connection.on('error', report);
      const worker = new Worker(queueName, process, { ...settings, prefix, connection });
      worker.on('error', report);
      // BullMQ closes only its duplicates of this connection: the owner closes this one.
      worker.once('closed', () => connection.disconnect());
      return worker;
    },
  };
}
