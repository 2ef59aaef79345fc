import type { Logger } from 'pino';

export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
}

/** Says once that something is away and once that it is back, however often it is tried in between. */
export function outageLog(log: Logger, what: string, meanwhile: string): OutageLog {
  let failures = 0;
  return {
    failed(error) {
      failures += 1;
      if (failures === 1) log.warn({ err: error }, `${what}: away. ${meanwhile}`);
      else log.debug({ err: error, failures }, `${what}: still away.`);
    },
    worked() {
      if (failures > 0) log.info({ failures }, `${what}: back.`);
      failures = 0;
    },
  };
}
