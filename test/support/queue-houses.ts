import { runMigrations } from 'bullmq';
import { pino } from 'pino';
import { describe } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import { makeLive } from '../../src/platform/live/live.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { freshDatabase } from './database.ts';
import { describeWithRedis } from './describe-with.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { withDatabase } from './settings.ts';

/** A place where alarms can be kept, with a database of its own: what the same tests run on. */
export interface QueueHouse extends AsyncDisposable {
  readonly db: PooledDatabase;
  readonly deps: Omit<ProcessDeps, 'alarms' | 'keyUse'>;
  readonly redis: TestRedis | null;
  /** The ids of all alarms that are armed or running. */
  armed(): Promise<string[]>;
  /** Loses every alarm, as a Redis that was flushed. */
  forget(): Promise<void>;
}

export const queueHouses = [
  { name: 'Redis', describeHouse: describeWithRedis, open: openRedisHouse },
  { name: 'PostgreSQL', describeHouse: describe, open: openPostgresHouse },
];

async function openRedisHouse(): Promise<QueueHouse> {
  const redis = await startRedis();
  const house = await openPostgresHouse();
  return {
    ...house,
    redis,
    deps: { ...house.deps, config: { ...house.deps.config, redisUrl: redis.url } },
    armed: async () => {
      const jobs = (await redis.command('keys', '{auctions}:alarms:*-*')) as string[];
      return jobs.map((key) => key.split(':')[2]!).filter((id) => /-\d+$/.test(id));
    },
    forget: () => redis.flushAll(),
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    },
  };
}

async function openPostgresHouse(): Promise<QueueHouse> {
  const database = await freshDatabase();
  const { db } = database;
  await makeQueue(db);
  const config = readConfig({ ...withDatabase(database.url) });
  const log = pino({ level: 'silent' });
  const live = makeLive({ db, log });
  return {
    db,
    redis: null,
    deps: { config, db, live, gateways: makeGateways({ config, db }), log },
    armed: async () => {
      const { rows } = await db.query<{ id: string }>('select id from bullmq.job');
      return rows.map(({ id }) => id);
    },
    forget: async () => void (await db.query('delete from bullmq.job')),
    [Symbol.asyncDispose]: async () => {
      await live[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** On a busy machine, making BullMQ's tables takes longer than arming may. */
async function makeQueue({ pool }: PooledDatabase): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}
