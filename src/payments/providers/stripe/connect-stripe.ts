import Stripe from 'stripe';
import { hash } from 'node:crypto';
import type { StripeConfig } from '../../../platform/config.ts';

export const baseOf = ({ apiBase }: StripeConfig) => apiBase ?? 'https://api.stripe.com';

/**
 * Makes Stripe's own client without its retries: this service retries by itself, because each retry must be recorded
 * first.
 */
export function connectStripe(config: StripeConfig, { deadlineMs }: { deadlineMs: number }): Stripe {
  const base = new URL(baseOf(config));
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(config.secretKey, {
    maxNetworkRetries: 0,
    timeout: deadlineMs,
    telemetry: false,
    protocol,
    host: base.hostname,
    port: base.port || { http: 80, https: 443 }[protocol],
  });
}

/** @returns `null`: the key does not contain its account */
export function accountOfKey(key: string): string | null {
  return /^[a-z]k_(?:test|live)_5(1\w{15})/.exec(key)?.[1] ?? null;
}

/** Names the budget of calls of a key: keys of one account and mode share the budget. */
export function nameOfBudget(secretKey: string): string {
  const account = accountOfKey(secretKey) ?? hash('sha256', secretKey, 'base64url').slice(0, 22);
  return `stripe:${secretKey.split('_')[1]}:${account}`;
}
