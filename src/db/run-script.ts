import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * How long a statement of a migration waits for a lock. Everybody who comes after it waits behind it: a reader of a minute that a
 * migration waited for would stop every bid for that minute.
 */
const lockTimeoutMs = 200;

/** Between two attempts, those who waited behind the last one go on. */
const pauseMs = 1_000;

/** Longer than any reader that an operator has not forgotten. */
const givesUpAfterMs = 10 * 60_000;

const lockNotAvailable = '55P03';

/**
 * Runs the script of a migration. A script whose locks are not free is rolled back, and begun anew after a pause: it never waits
 * for a lock long enough for anybody to notice.
 *
 * @throws PostgreSQL's error, `55P03` when the locks were not free for ten minutes
 */
export async function runScript(pool: pg.Pool, script: string): Promise<void> {
  // Nobody waits behind an index that is made concurrently; one that were broken off would be left behind, unusable.
  const isConcurrent = /\bconcurrently\b/i.test(script);
  const givesUpAtMs = performance.now() + givesUpAfterMs;
  // One client for all attempts: a pool closes a connection on which a query has failed.
  const client = await pool.connect();
  try {
    await client.query(`set lock_timeout = ${isConcurrent ? 0 : lockTimeoutMs}`);
    for (;;) {
      try {
        await client.query(script);
        break;
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== lockNotAvailable || performance.now() >= givesUpAtMs) throw error;
      }
      await sleep(pauseMs);
    }
    await client.query('set lock_timeout = 0');
  } finally {
    client.release();
  }
}
