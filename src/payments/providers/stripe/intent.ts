import type Stripe from 'stripe';
import { minHoldSeconds, type OpenRequest } from '../gateway.ts';
import { type KeptCard, type Observation, refused } from '../observation.ts';
import { codeOfDecline } from './code-of-decline.ts';

/**
 * Describes the PaymentIntent of one hold: cards alone, captured by hand.
 *
 * @param card `null`: the card is used once, and not kept
 */
export function parametersOfIntent(
  { authorizationId, auctionId, sellerId, amountInCents, email, renews, payee }: OpenRequest,
  card: KeptCard | null,
): Stripe.PaymentIntentCreateParams {
  return {
    amount: amountInCents,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    ...(card !== null && {
      customer: card.customer,
      // A renewal's card is kept already.
      ...(card.card === null ? { setup_future_usage: 'off_session' as const } : { payment_method: card.card }),
      // The hold lasts up to 30 days where card and account allow it, so that a renewal is the exception.
      payment_method_options: { card: { request_extended_authorization: 'if_available' as const } },
    }),
    // The seller is the merchant, and gets the captured amount less the fee. A payment stays on the operator's own account.
    // Source: https://docs.stripe.com/connect/destination-charges
    ...(payee !== undefined && {
      on_behalf_of: payee.account,
      transfer_data: { destination: payee.account },
      ...(payee.feeInCents > 0 && { application_fee_amount: payee.feeInCents }),
    }),
    receipt_email: email,
    description: `Bid in auction ${auctionId}`,
    // Stripe adds it to the account's own descriptor; both share 22 characters on the bidder's statement.
    statement_descriptor_suffix: `AUC ${auctionId.slice(-6).toUpperCase()}`,
    // A person at Stripe's dashboard finds our rows by these, and so do the events.
    metadata: {
      authorization_id: authorizationId,
      auction_id: auctionId,
      seller_id: sellerId,
      ...(renews !== null && { renews }),
    },
  };
}

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
      // This service cancels with the reason `abandoned`; Stripe cancels by itself when the hold lapses.
      return { outcome: ['automatic', 'expired'].includes(intent.cancellation_reason ?? '') ? 'expired' : 'released' };
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
