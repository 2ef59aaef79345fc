import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { paymentSetUpFaults } from '../metrics/metrics.ts';
import { providerNames, providers } from '../payments/providers.ts';

/**
 * Checks after the start whether the payment providers are configured correctly, and logs every fault with its
 * remedy. The service does not wait for the check and starts despite faults: the set-up can be corrected while it
 * runs.
 */
export function reportPaymentSetUp({ config, log }: { config: Config; log: Logger }): AsyncDisposable {
  const stopping = new AbortController();
  const reported = report({ config, log }, stopping.signal);
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await reported;
    },
  };
}

/** Checks once. */
export async function report({ config, log }: { config: Config; log: Logger }, signal?: AbortSignal): Promise<void> {
  for (const name of providerNames) {
    try {
      const results = await providers[name].check(config, signal);
      if (signal?.aborted === true) return;
      paymentSetUpFaults.set({ provider: name }, results.filter(({ verdict }) => verdict === 'fault').length);
      for (const { verdict, subject, found, remedy } of results) {
        if (verdict === 'fault') log.error({ provider: name, subject, remedy }, found);
        if (verdict === 'notice') log.warn({ provider: name, subject, remedy }, found);
      }
    } catch (error) {
      log.error({ err: error, provider: name }, 'The set-up of a payment provider could not be checked.');
    }
  }
}
