import type { Provider } from '../provider.ts';
import { makeCallBudget } from '../call-budget.ts';
import { makeCallLimiter } from '../call-limiter.ts';
import { checkStripe } from './check-stripe.ts';
import { connectStripe } from './connect-stripe.ts';
import { makeStripeGateway } from './make-stripe-gateway.ts';
import { makeStripePage } from './make-stripe-page.ts';
import { nameOfBudget } from './name-of-budget.ts';
import { readStripeEvent } from './read-stripe-event.ts';

/** Stripe holds the money of live sellers, if it is configured. */
export const stripeProvider: Provider = {
  mode: 'live',
  makeGateway({ config, db }) {
    const { stripe, stripeCallsPerSecond: callsPerSecond, paymentTimeoutMs: deadlineMs } = config;
    if (stripe === null) return null;
    const limiter = makeCallLimiter(makeCallBudget(db, { account: nameOfBudget(stripe.secretKey), callsPerSecond }));
    return makeStripeGateway(connectStripe(stripe, { deadlineMs }), { deadlineMs, limiter });
  },
  makePage: ({ config }) => (config.stripe === null ? null : makeStripePage(config.stripe)),
  eventsOf: ({ stripe }) =>
    stripe === null
      ? null
      : { read: (body, headers) => readStripeEvent(stripe, body, headers.get('stripe-signature')) },
  check: async ({ stripe, publicUrl }, signal) =>
    stripe === null ? [] : await checkStripe({ stripe, publicUrl }, signal),
};
