import type { Logger } from 'pino';
import type { KeyUse } from '../platform/auth/keys-in-use.ts';
import type { Config } from '../platform/config.ts';
import type { Database, PooledDatabase } from '../platform/db/database.ts';
import type { Alarms } from '../platform/jobs/alarms.ts';
import type { Live } from '../platform/live/live.ts';
import type { Gateways } from './providers/gateways.ts';

/** The dependencies of the service: made once in `operations/start/start-service.ts` (or by a test) and passed as the first argument. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  readonly alarms: Alarms;
  readonly gateways: Gateways;
  readonly live: Live;
  readonly keyUse: KeyUse;
  readonly log: Logger;
}

/** The dependencies of a process, outside of every transaction. */
export interface ProcessDeps extends Deps {
  readonly db: PooledDatabase;
}
