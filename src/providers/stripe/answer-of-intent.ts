import type Stripe from 'stripe';
import { minHoldSeconds } from '../gateway.ts';
import { type Observation, refused } from '../observation.ts';
import { codeOfDecline } from './code-of-decline.ts';

/** Every request expands the charge of the PaymentIntent, which has the end of the hold. */
export const withCharge = { expand: ['latest_charge'] };

/**
 * Converts the state of a PaymentIntent into what is known of the payment.
 *
 * Source: https://docs.stripe.com/payments/paymentintents/lifecycle
 */
export function answerOfIntent(intent: Stripe.PaymentIntent): Observation {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      // After a decline or a failed challenge Stripe resets the state, and gives the reason.
      return intent.last_payment_error === null
        ? { outcome: 'opened' }
        : refused(codeOfDecline(intent.last_payment_error));
    case 'requires_action':
      if (intent.client_secret === null) return { outcome: 'unknown', reason: `${intent.id} has no client_secret` };
      return { outcome: 'challenged', challenge: { provider: 'stripe', secret: intent.client_secret } };
    case 'requires_capture':
      return heldUntil(intent);
    case 'succeeded':
      return { outcome: 'captured', capturedInCents: intent.amount_received };
    case 'canceled':
      return wasCanceledByStripe(intent) ? { outcome: 'expired' } : { outcome: 'released' };
    default:
      return { outcome: 'unknown', reason: `${intent.id} is ${intent.status}` };
  }
}

function heldUntil({ id, latest_charge: charge }: Stripe.PaymentIntent): Observation {
  if (charge === null || typeof charge === 'string')
    return { outcome: 'unknown', reason: `${id} came without its charge` };
  const captureBefore = charge.payment_method_details?.card?.capture_before ?? charge.created + minHoldSeconds;
  return { outcome: 'authorized', captureBefore: new Date(captureBefore * 1000) };
}

/** This service cancels with the reason `abandoned`; Stripe cancels by itself when the hold lapses. */
function wasCanceledByStripe({ cancellation_reason: reason }: Stripe.PaymentIntent): boolean {
  return reason === 'automatic' || reason === 'expired';
}
