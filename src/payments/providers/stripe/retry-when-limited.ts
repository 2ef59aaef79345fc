import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import { readRetryAfter } from '../../../core/instants.ts';
import type { CallLimiter } from '../call-limiter.ts';
import type { CallPriority } from '../work-kinds.ts';

/**
 * The average wait before a request is sent again to a provider that limits the rate. Urgent requests retry more often, so
 * that they get through first; `null`: a worker retries later.
 */
const waitMs = { capture: 150, bid: 500, renewal: 1_000, release: null, cleanup: null };

/** Sends a request when the limiter lets it start. */
export type Send = <Answer>(priority: CallPriority, request: () => Promise<Answer>) => Promise<Answer>;

/**
 * Makes the function that sends a request when the limiter lets it start, and again, under the same key, as long as Stripe answers
 * that there are too many requests: a limited request has no effect, and Stripe stores no answer to it. It gives up early enough to
 * answer by the deadline, and sends nothing after that; then it throws a `StripeRateLimitError`. `Retry-After` of any error pauses the
 * calls of all processes.
 */
export function retryWhenLimited(limiter: CallLimiter, deadlineMs: number): Send {
  return async (priority, request) => {
    const usualMs = waitMs[priority];
    const giveUpAtMs = performance.now() + deadlineMs / 2;
    for (;;) {
      if (!(await limiter.mayStart(priority, giveUpAtMs - performance.now()))) {
        throw new Stripe.errors.StripeRateLimitError({ message: 'Not sent: too many calls wait.', type: 'api_error' });
      }
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        const { headers = {} } = error;
        // An instant is compared with Stripe's own clock.
        const pauseMs = readRetryAfter(headers['retry-after'] ?? null, new Date(headers['date'] ?? NaN));
        const isLimited = error instanceof Stripe.errors.StripeRateLimitError;
        // Another request holds the lock of the same object: this says nothing about the rate.
        if (pauseMs !== null || (isLimited && error.code !== 'lock_timeout')) await limiter.backOff(pauseMs);
        if (!isLimited || usualMs === null) throw error;
        // Random, so that requests refused together are not retried together.
        const ms = Math.max(usualMs * (0.5 + Math.random()), pauseMs ?? 0);
        if (performance.now() + ms > giveUpAtMs) throw error;
        await delay(ms);
      }
    }
  };
}
