import type { Config } from '../config.ts';
import type { PooledDatabase } from '../db/database.ts';
import { postgresBackend } from './postgres-backend.ts';
import type { QueueBackend, QueueName } from './queue-backend.ts';
import { redisBackend } from './redis-backend.ts';

/** Chooses the queues' store: Redis if it is configured, otherwise PostgreSQL. */
export function chooseBackend(
  { config, db }: { config: Pick<Config, 'redisUrl'>; db: PooledDatabase },
  queueName: QueueName,
): QueueBackend {
  return config.redisUrl === null ? postgresBackend(db, queueName) : redisBackend(config.redisUrl, queueName);
}
