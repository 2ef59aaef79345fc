import type pg from 'pg';
import type { PooledDatabase } from './database.ts';

/** PostgreSQL's code for a write on a standby, or in a database that is set to read only. */
const readOnly = '25006';

/** The disk is full, or fails. */
const diskFailure = /^(53100|58...)$/;

/** A process that tries to write finds out again within this time. */
const rememberedMs = 10_000;

/**
 * Remembers writes that failed for want of a disk, and closes each connection on which the database was read only: the
 * primary's address may lead to another server by now, and only a new connection goes there.
 */
export function watchWrites(pool: pg.Pool): Pick<PooledDatabase, 'failedWrite'> {
  let failure: { readonly atMs: number; readonly reason: string } | null = null;
  pool.on('connect', (client) => {
    // Sees every error of the connection, of every sender's statements.
    client.connection.on('errorMessage', ({ code = '', message }: pg.DatabaseError) => {
      // Statements that are sent already are still answered.
      if (code === readOnly) void client.end();
      if (diskFailure.test(code)) failure = { atMs: performance.now(), reason: `${message} (${code})` };
    });
  });
  return {
    failedWrite: () => (failure !== null && performance.now() - failure.atMs < rememberedMs ? failure.reason : null),
  };
}
