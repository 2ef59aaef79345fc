import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './database.ts';

/**
 * Runs `work` while this session holds the lock; PostgreSQL releases it when the session dies. Polls for the lock: a
 * statement that waits inside PostgreSQL would block `create index concurrently` in the session that has the lock.
 *
 * @param key a number as it is, or a text of which PostgreSQL makes a number
 */
export async function withAdvisoryLock<Result>(
  client: Connection,
  key: number | string,
  work: () => Promise<Result>,
): Promise<Result> {
  const number = typeof key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)';
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${number}) as locked`, [key]);
    if (rows[0]?.locked === true) break;
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    await client.query(`select pg_advisory_unlock(${number})`, [key]);
  }
}
