import type { Logger } from 'pino';

export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
  lasts(): boolean;
}

/** When several connections break, one of them recovers before the others. */
const settledAfterMs = 1_000;

/** Logs once that something fails, and once that it works again, however many attempts fail in between. */
export function outageLog(log: Logger, what: string, meanwhile: string): OutageLog {
  let failures = 0;
  let failedAtMs = 0;
  return {
    failed(error) {
      failures += 1;
      failedAtMs = performance.now();
      if (failures === 1) log.warn({ err: error }, `${what} fails. ${meanwhile}`);
      else log.debug({ err: error, failures }, `${what} still fails.`);
    },
    worked() {
      if (failures === 0 || performance.now() - failedAtMs < settledAfterMs) return;
      log.info({ failures }, `${what} works again.`);
      failures = 0;
    },
    lasts: () => failures > 0,
  };
}
