import { postgresBackend } from './postgres-backend.ts';
import type { JobQueue, QueueBackend, QueueDeps } from './queue-backend.ts';
import { redisBackend } from './redis-backend.ts';

/** Chooses the queue's store: Redis if it is configured, otherwise PostgreSQL. */
export function chooseBackend({ config, db }: QueueDeps): QueueBackend {
  return config.redisUrl === null ? postgresBackend(db) : redisBackend(config.redisUrl);
}

/** Opens a queue once, at its first use, and anew if the last opening failed. Broken connections recover by themselves. */
export function openOnce(deps: QueueDeps) {
  const backend = chooseBackend(deps);
  const onError = (error: Error) => deps.log.debug({ err: error }, 'A connection to the queue broke.');
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
