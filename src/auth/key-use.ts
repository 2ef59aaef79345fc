import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';

/** Records when each key was last used: every few seconds in one statement, not once per request. */
export interface KeyUse extends AsyncDisposable {
  note(apiKeyId: string): void;
  /** Writes the uses since the last flush. */
  flush(): Promise<void>;
}

const flushEveryMs = 10_000;

export function makeKeyUse({ db, log }: { db: Connection; log: Logger }): KeyUse {
  let used = new Set<string>();

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
    note: (apiKeyId) => void used.add(apiKeyId),
    flush,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
