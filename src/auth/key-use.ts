import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

/** When each key was last used, written down every few seconds in one statement instead of once a request. */
export interface KeyUse extends AsyncDisposable {
  note(apiKeyId: string): void;
  /** Writes down what has been noted since the last time. */
  flush(): Promise<void>;
}

const flushEveryMs = 10_000;

export function makeKeyUse({ db, log }: { db: Pick<Database, 'pool'>; log: Logger }): KeyUse {
  let used = new Set<string>();

  async function flush() {
    if (used.size === 0) return;
    const apiKeyIds = [...used];
    used = new Set();
    try {
      // The instant is the flush's: at most a flush interval after the use itself.
      await db.pool.query(`update api_keys set last_used_at = clock_timestamp() where api_key_id = any($1)`, [
        apiKeyIds,
      ]);
    } catch (error) {
      for (const apiKeyId of apiKeyIds) used.add(apiKeyId);
      log.warn({ err: error }, 'the last use of keys could not be written down; trying again');
    }
  }

  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  return {
    note: (apiKeyId) => void used.add(apiKeyId),
    flush,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
