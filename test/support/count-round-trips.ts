import type pg from 'pg';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { onPool } from './on-pool.ts';

/** A database that counts how often somebody waits for PostgreSQL: statements that are sent together count once. */
export interface CountedDatabase {
  readonly db: PooledDatabase;
  /** Counts the round trips of a piece of work, while nothing else is asked. */
  roundTripsOf(work: () => Promise<unknown>): Promise<number>;
}

type Ask = (statement: string | pg.QueryConfig, values?: unknown[]) => Promise<unknown>;

export function countRoundTrips(db: PooledDatabase): CountedDatabase {
  let roundTrips = 0;
  let underWay = 0;

  /** Asks, and counts what is asked while nothing else is under way. */
  function counted(ask: Ask): Ask {
    return async (...statement) => {
      if (underWay === 0) roundTrips += 1;
      underWay += 1;
      try {
        return await ask(...statement);
      } finally {
        underWay -= 1;
      }
    };
  }

  const { pool } = db;
  const countingPool = {
    query: counted((...statement) => pool.query(...statement)),
    connect: async () => {
      const client = await pool.connect();
      const { connection } = client;
      return {
        query: counted((...statement) => client.query(...statement)),
        connection,
        on: () => undefined,
        off: () => undefined,
        release: (broken?: Error) => client.release(broken),
      };
    },
  } as unknown as pg.Pool;

  return {
    db: onPool(db, countingPool),
    async roundTripsOf(work) {
      roundTrips = 0;
      await work();
      return roundTrips;
    },
  };
}
