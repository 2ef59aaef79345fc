import type { Queue } from 'bullmq';
import type { Config } from '../config.ts';
import type { PooledDatabase } from '../db/database.ts';
import { postgresBackend } from './postgres-backend.ts';
import type { JobQueue, QueueBackend } from './queue-backend.ts';
import { redisBackend } from './redis-backend.ts';

/** Chooses the queue's store: Redis if it is configured, otherwise PostgreSQL. */
export function chooseBackend({
  config,
  db,
}: {
  readonly config: Pick<Config, 'redisUrl'>;
  readonly db: PooledDatabase;
}): QueueBackend {
  return config.redisUrl === null ? postgresBackend(db) : redisBackend(config.redisUrl);
}

/**
 * Opens a queue once, at its first use, and anew if the last opening failed.
 *
 * @param onError called for broken connections, which recover by themselves
 */
export function openOnce(backend: QueueBackend, onError: (error: Error) => void) {
  let opening: Promise<JobQueue> | null = null;
  return {
    open(): Promise<JobQueue> {
      opening ??= backend.openQueue(onError).catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => null);
      await opened?.[Symbol.asyncDispose]();
    },
  };
}

/** Adds jobs. On PostgreSQL a batch creates temporary tables: one or two jobs are cheaper one by one. */
export async function addJobs({ queue }: JobQueue, jobs: Parameters<Queue['addBulk']>[0]): Promise<void> {
  if (jobs.length > 2) await queue.addBulk(jobs);
  else await Promise.all(jobs.map(({ name, data, opts }) => queue.add(name, data, opts)));
}
