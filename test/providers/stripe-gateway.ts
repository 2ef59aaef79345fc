import type Stripe from 'stripe';
import type { CallLimiter } from '../../src/payments/providers/call-limiter.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import { connectStripe } from '../../src/payments/providers/stripe/connect-stripe.ts';
import { makeStripeGateway } from '../../src/payments/providers/stripe/make-stripe-gateway.ts';

/** For a provider that takes any number of calls. */
export const unlimited: CallLimiter = { mayStart: async () => true, backOff: async () => undefined };

/** The gateway of Stripe where the operator's own account is paid. */
export function stripeGateway(
  stripe: Stripe,
  { deadlineMs, limiter = unlimited }: { readonly deadlineMs: number; readonly limiter?: CallLimiter },
): Gateway {
  const feeRate = { basisPoints: 0, fixedInCents: 0 };
  return makeStripeGateway(stripe, limiter, { deadlineMs, areUsed: false, feeRate, ownAccount: null });
}

/**
 * The gateway of a stand-in.
 *
 * @param options.deadlineMs a minute unless told: a lost answer breaks its connection, and a busy machine must not meet a deadline
 */
export function gatewayOfStandIn({ url }: { url: string }, { deadlineMs = 60_000, limiter = unlimited } = {}): Gateway {
  const config = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecrets: ['whsec_x'], apiBase: url };
  return stripeGateway(connectStripe(config, { deadlineMs }), { deadlineMs, limiter });
}
