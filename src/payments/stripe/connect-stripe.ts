import Stripe from 'stripe';
import type { StripeConfig } from '../../config.ts';

/**
 * Makes Stripe's own client without its retries: this service retries by itself, because each retry must be recorded
 * first.
 */
export function connectStripe({ secretKey, apiBase }: StripeConfig, { deadlineMs }: { deadlineMs: number }): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: deadlineMs,
    telemetry: false,
    ...(apiBase === null ? {} : addressOf(new URL(apiBase))),
  });
}

function addressOf(url: URL): { protocol: 'http' | 'https'; host: string; port: string } {
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { protocol, host: url.hostname, port: url.port === '' ? { http: '80', https: '443' }[protocol] : url.port };
}
