import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { postgresBackend } from './postgres-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { redisBackend } from './redis-backend.ts';

/** Redis where there is one, otherwise the database that is there anyway. */
export function chooseBackend({ redisUrl }: Pick<Config, 'redisUrl'>, db: Database): QueueBackend {
  return redisUrl === null ? postgresBackend(db) : redisBackend(redisUrl);
}
