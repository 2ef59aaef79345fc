import type pg from 'pg';
import type { PooledDatabase } from '../../src/platform/db/database.ts';

export interface LockWatch {
  /** Milliseconds from asking for an auction's row lock to holding it, since the last reset. */
  waits(): readonly number[];
  reset(): void;
}

/** Takes the time of every statement that locks an auction's row, on whichever connection of the pool it runs. */
export function watchLocks(db: PooledDatabase): LockWatch {
  let waits: number[] = [];
  const watched = new WeakSet<pg.PoolClient>();
  db.pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const watching = async (...args: unknown[]) => {
      const begin = performance.now();
      const result = await query(...args);
      waits.push(performance.now() - begin);
      return result;
    };
    client.query = ((...args: unknown[]) =>
      (args[0] as { name?: string }).name === 'lock-auction'
        ? watching(...args)
        : query(...args)) as typeof client.query;
  });
  return {
    waits: () => waits,
    reset: () => {
      waits = [];
    },
  };
}
