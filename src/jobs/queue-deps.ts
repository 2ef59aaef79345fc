import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { PooledDatabase } from '../db/database.ts';

/** The dependencies of the queues: a part of `Deps`, which is built from the alarms of this room. */
export interface QueueDeps {
  readonly config: Config;
  readonly db: PooledDatabase;
  readonly log: Logger;
}
