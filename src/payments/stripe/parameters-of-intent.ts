import type Stripe from 'stripe';
import type { OpenRequest } from '../gateway.ts';

/**
 * The PaymentIntent of one hold: cards alone, captured by hand, the card kept for renewals. A renewal's card is kept
 * already.
 */
export function parametersOfIntent(
  request: OpenRequest,
  card: { customer: string; payment_method?: string },
): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amountInCents,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    ...(card.payment_method === undefined
      ? { setup_future_usage: 'off_session' }
      : { payment_method: card.payment_method }),
    customer: card.customer,
    receipt_email: request.email,
    // A person at Stripe's dashboard finds our rows by these, and so do the events.
    metadata: {
      authorization_id: request.authorizationId,
      auction_id: request.auctionId,
      seller_id: request.sellerId,
    },
  };
}
