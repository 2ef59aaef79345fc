import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import type { Alarm } from '../../src/platform/jobs/alarms.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { withDatabase } from '../../test/support/settings.ts';

/** The process that settles auctions. */
export interface Stage {
  readonly db: PooledDatabase;
  readonly redisUrl: string;
}

const atOnce = 500;
const maxTries = 20;

/** Arms as many alarms as there are, as those who write auctions would; a busy machine needs more than one try. */
export async function armAll({ db, redisUrl }: Stage, all: readonly Alarm[]): Promise<void> {
  const config = readConfig({ ...withDatabase(db.url), REDIS_URL: redisUrl });
  await using alarms = makeAlarms({ config, db, log: pino({ level: 'warn' }, pino.destination(2)) });
  for (let first = 0; first < all.length; first += atOnce) {
    const some = all.slice(first, first + atOnce);
    let tries = 1;
    while (!(await alarms.arm(some))) {
      if (tries === maxTries) throw new Error('The alarms cannot be armed.');
      tries += 1;
    }
  }
}
