import type { Provider } from '../provider.ts';
import { makeCallLimiter } from '../call-limiter.ts';
import { accountOfKey, connectStripe, nameOfBudget } from './connect-stripe.ts';
import { checkStripe } from './check-stripe.ts';
import { makeStripeGateway } from './make-stripe-gateway.ts';
import { makeStripePage } from './make-stripe-page.ts';
import { readStripeEvent } from './read-stripe-event.ts';

/** Stripe holds the money of live sellers, if it is configured. */
export const stripeProvider: Provider = {
  makeGateway({ config, db }) {
    const { stripe, stripeCallsPerSecond: callsPerSecond, paymentTimeoutMs: deadlineMs } = config;
    if (stripe === null) return null;
    const limiter = makeCallLimiter(db, { account: nameOfBudget(stripe.secretKey), callsPerSecond });
    return makeStripeGateway(connectStripe(stripe, { deadlineMs }), limiter, {
      deadlineMs,
      areUsed: config.paymentAccounts === 'connected',
      feeRate: config.sellerFee,
      ownAccount: accountOfKey(stripe.secretKey),
    });
  },
  makePage: ({ config }) => (config.stripe === null ? null : makeStripePage(config.stripe)),
  eventsOf: ({ stripe }) =>
    stripe === null ? null : (body, headers) => readStripeEvent(stripe, body, headers.get('stripe-signature')),
  check: async ({ stripe, publicUrl, paymentAccounts }, signal) =>
    stripe === null ? [] : await checkStripe({ stripe, publicUrl, paymentAccounts }, signal),
};
