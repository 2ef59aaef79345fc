import type { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/**
 * The viewers of recently used keys, by `tokenDigest`. An entry names the viewer, but does not prove that the
 * key is still active: the statement that reads for the viewer checks that (`queryAs`). So a revocation takes
 * effect at once on every process and costs no extra statement.
 */
export type KeyCache = LRUCache<string, Viewer>;

export type KeyUse = ReturnType<typeof makeKeyUse>;

const flushEveryMs = 10_000;

/** Records when each key was last used: every few seconds in one statement, not once per request. */
export function makeKeyUse({ db, log }: { db: Connection; log: Logger }) {
  let used = new Set<string>();

  /** Writes the uses since the last flush. */
  async function flush() {
    if (used.size === 0) return;
    const apiKeyIds = [...used];
    used = new Set();
    try {
      // The instant is the flush's: at most a flush interval after the use itself.
      await db.query(`update api_keys set last_used_at = clock_timestamp() where api_key_id = any($1)`, [apiKeyIds]);
    } catch (error) {
      for (const apiKeyId of apiKeyIds) used.add(apiKeyId);
      log.warn({ err: error }, 'The last use of keys could not be recorded; retrying.');
    }
  }

  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  return {
    note: (apiKeyId: string) => void used.add(apiKeyId),
    flush,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
