import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type Queue as AnyQueue,
  runMigrations,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import type { PooledDatabase } from '../db/database.ts';
import { SteadyClient } from '../db/steady-client.ts';
import { type QueueBackend, queueName, watchClaims } from './queue-backend.ts';

const schema = 'bullmq';

/**
 * BullMQ's own tables in the schema `bullmq` of the same database, created at the first connection. It needs connections
 * of its own, past any pooler: its `search_path` differs from ours, and it listens.
 */
export function postgresBackend(db: Pick<PooledDatabase, 'pool' | 'url'>): QueueBackend {
  const { Queue } = withBackend(createPostgresBackend);
  return {
    async openQueue(onError) {
      const pool = openPool(db, { connections: 2 });
      const options = { connection: pool as PostgresConnectionOptions, streams: { events: { maxLen: 100 } } };
      const queue = new Queue(queueName, options);
      queue.on('error', onError);
      const close = async () => {
        await queue.close();
        await pool.end();
      };
      try {
        await queue.waitUntilReady();
      } catch (error) {
        // BullMQ keeps a first connection that failed, and would fail for good: the caller opens another queue.
        await close();
        throw error;
      }
      return {
        // Only the type of BullMQ's own connections identifies them.
        queue: queue as unknown as AnyQueue,
        // A timer of the worker's own process.
        wakesWithinMs: 5,
        [Symbol.asyncDispose]: close,
      };
    },

    makeWorker(process, settings, report) {
      // One of them listens.
      const pool = openPool(db, { connections: 5 });
      const { Worker } = withBackend(watchClaims(createPostgresBackend, report));
      const worker = new Worker(queueName, process, { ...settings, connection: pool as PostgresConnectionOptions });
      worker.on('error', report);
      return {
        run: () => worker.run(),
        waitUntilReady: () => worker.waitUntilReady(),
        async close(force) {
          await worker.close(force);
          await pool.end();
        },
      };
    },
  };
}

/** The pool is ours: BullMQ's own makes connections that nobody listens to while they open, see `SteadyClient`. */
function openPool(
  { pool, url }: Pick<PooledDatabase, 'pool' | 'url'>,
  { connections }: { connections: number },
): pg.Pool {
  let migrated: Promise<unknown> | null = null;
  return new pg.Pool({
    ...pool.options,
    options: '-c TimeZone=UTC',
    Client: SteadyClient,
    pipeline: false,
    keepAlive: true,
    connectionString: url,
    max: connections,
    // A statement, so that a connection that broke as it opened is not lent: its listener would hear nothing for good.
    async onConnect(client) {
      await client.query(`set search_path to ${schema}`);
      migrated ??= runMigrations(client, schema);
      await migrated.catch((error: unknown) => {
        migrated = null;
        throw error;
      });
    },
  });
}
