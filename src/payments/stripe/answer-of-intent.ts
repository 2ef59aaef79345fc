import type Stripe from 'stripe';
import type { ReadAnswer } from '../gateway.ts';
import { codeOfDecline } from './code-of-decline.ts';

/** Every request asks for the charge along with the PaymentIntent: it says until when the money is held. */
export const withCharge = { expand: ['latest_charge'] };

/** The shortest time that any card network holds money for is 5 days, less what Stripe keeps for its own work. */
const shortestHoldSeconds = 4 * 24 * 3600;

/**
 * Where a PaymentIntent stands.
 *
 * Source: https://docs.stripe.com/payments/paymentintents/lifecycle
 */
export function answerOfIntent(intent: Stripe.PaymentIntent): ReadAnswer {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      // After a decline or a failed challenge Stripe goes back to the beginning, and says why.
      return intent.last_payment_error === null
        ? { outcome: 'opened' }
        : { outcome: 'refused', code: codeOfDecline(intent.last_payment_error) };
    case 'requires_action':
      if (intent.client_secret === null) return { outcome: 'unknown', reason: `${intent.id} has no client_secret` };
      return { outcome: 'challenged', challenge: { provider: 'stripe', clientSecret: intent.client_secret } };
    case 'requires_capture':
      return heldUntil(intent);
    case 'succeeded':
      return { outcome: 'captured' };
    case 'canceled':
      return wasCanceledByStripe(intent) ? { outcome: 'expired' } : { outcome: 'released' };
    default:
      return { outcome: 'unknown', reason: `${intent.id} is ${intent.status}` };
  }
}

function heldUntil({ id, latest_charge: charge }: Stripe.PaymentIntent): ReadAnswer {
  if (charge === null || typeof charge === 'string')
    return { outcome: 'unknown', reason: `${id} came without its charge` };
  const captureBefore = charge.payment_method_details?.card?.capture_before ?? charge.created + shortestHoldSeconds;
  return { outcome: 'authorized', captureBefore: new Date(captureBefore * 1000) };
}

/** We cancel as `abandoned`; Stripe does it of its own accord when the hold lapses. */
function wasCanceledByStripe({ cancellation_reason: reason }: Stripe.PaymentIntent): boolean {
  return reason === 'automatic' || reason === 'expired';
}
