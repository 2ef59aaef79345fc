import { createPostgresBackend, type PostgresConnectionOptions, type Queue as AnyQueue, withBackend } from 'bullmq';
import type { PooledDatabase } from '../db/database.ts';
import { SteadyClient } from '../db/steady-client.ts';
import { type QueueBackend, queueName, watchClaims } from './queue-backend.ts';

/**
 * BullMQ's own tables in the schema `bullmq` of the same database, created at the first connection. It needs connections
 * of its own, past any pooler: its `search_path` differs from ours, and it listens.
 */
export function postgresBackend(db: Pick<PooledDatabase, 'pool' | 'url'>): QueueBackend {
  const connection = (max: number) =>
    ({
      options: '-c TimeZone=UTC',
      ...db.pool.options,
      // BullMQ holds a connection without listening to it while it prepares its tables.
      Client: SteadyClient,
      pipeline: false,
      connectionString: db.url,
      max,
      migrate: true,
    }) as PostgresConnectionOptions;
  const { Queue } = withBackend(createPostgresBackend);
  return {
    // A timer of the worker's own process.
    wakesWithinMs: 5,

    async openQueue(onError) {
      const options = { connection: connection(2), streams: { events: { maxLen: 100 } } };
      const queue = new Queue(queueName, options);
      queue.on('error', onError);
      try {
        await queue.waitUntilReady();
      } catch (error) {
        // BullMQ keeps a first connection that failed, and would fail for good: the caller opens another queue.
        await queue.close();
        throw error;
      }
      return {
        // Only the type of BullMQ's own connections identifies them.
        queue: queue as unknown as AnyQueue,
        [Symbol.asyncDispose]: () => queue.close(),
      };
    },

    makeWorker(process, settings, { onClaim, onError }) {
      const { Worker } = withBackend(watchClaims(createPostgresBackend, onClaim));
      const worker = new Worker(queueName, process, { ...settings, connection: connection(4) });
      worker.on('error', onError);
      return worker;
    },
  };
}
