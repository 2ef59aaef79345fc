import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { postgresBackend } from './postgres-backend.ts';
import type { QueueBackend, QueueName } from './queue-backend.ts';
import { redisBackend } from './redis-backend.ts';

/** Redis where there is one, otherwise the database that is there anyway. */
export function chooseBackend(
  { config, db }: { config: Pick<Config, 'redisUrl'>; db: Database },
  queueName: QueueName,
): QueueBackend {
  return config.redisUrl === null ? postgresBackend(db, queueName) : redisBackend(config.redisUrl, queueName);
}
