import type Stripe from 'stripe';
import type { OpenRequest, Payee } from '../gateway.ts';

/**
 * Describes the PaymentIntent of one hold: cards alone, captured by hand.
 *
 * @param card `null`: the card is used once, and not kept
 */
export function parametersOfIntent(
  request: OpenRequest,
  card: { customer: string; card: string | null } | null,
): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.amountInCents,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    ...(card === null ? {} : { customer: card.customer, ...useOf(card.card), ...heldLonger }),
    ...(request.payee === undefined ? {} : paidTo(request.payee)),
    receipt_email: request.email,
    description: `Bid in auction ${request.auctionId}`,
    // Stripe adds it to the account's own descriptor; both share 22 characters on the bidder's statement.
    statement_descriptor_suffix: `AUC ${request.auctionId.slice(-6).toUpperCase()}`,
    // A person at Stripe's dashboard finds our rows by these, and so do the events.
    metadata: {
      authorization_id: request.authorizationId,
      auction_id: request.auctionId,
      seller_id: request.sellerId,
      ...(request.renews !== null && { renews: request.renews }),
    },
  };
}

/**
 * The seller is the merchant, and gets the captured amount less the fee. A payment stays on the operator's own account.
 *
 * Source: https://docs.stripe.com/connect/destination-charges
 */
function paidTo({ account, feeInCents }: Payee): Partial<Stripe.PaymentIntentCreateParams> {
  return {
    on_behalf_of: account,
    transfer_data: { destination: account },
    ...(feeInCents === 0 ? {} : { application_fee_amount: feeInCents }),
  };
}

/** A renewal's card is kept already. */
function useOf(method: string | null): Partial<Stripe.PaymentIntentCreateParams> {
  return method === null ? { setup_future_usage: 'off_session' } : { payment_method: method };
}

/** The hold lasts up to 30 days where card and account allow it, so that a renewal is the exception. */
const heldLonger = {
  payment_method_options: { card: { request_extended_authorization: 'if_available' } },
} as const satisfies Partial<Stripe.PaymentIntentCreateParams>;
