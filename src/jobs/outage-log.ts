import type { Logger } from 'pino';

export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
  lasts(): boolean;
}

/** Says once that something fails and once that it works again, however often it is tried in between. */
export function outageLog(log: Logger, what: string, meanwhile: string): OutageLog {
  let failures = 0;
  return {
    failed(error) {
      failures += 1;
      if (failures === 1) log.warn({ err: error }, `${what} fails. ${meanwhile}`);
      else log.debug({ err: error, failures }, `${what} still fails.`);
    },
    worked() {
      if (failures > 0) log.info({ failures }, `${what} works again.`);
      failures = 0;
    },
    lasts: () => failures > 0,
  };
}
