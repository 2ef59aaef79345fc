/** The release of Stripe.js that goes with the API version which the `stripe` package is pinned to. */
export const stripeScriptUrl = 'https://js.stripe.com/endive/stripe.js';

/**
 * The options that the page passes to `stripe.elements(…)`. They have to agree with the PaymentIntent that the server
 * creates for the ConfirmationToken, or Stripe refuses the token.
 *
 * Source: https://docs.stripe.com/payments/accept-a-payment-deferred
 */
export function paymentElementOptions({
  amountInCents,
  keepsCard,
  account,
}: {
  amountInCents: number;
  keepsCard: boolean;
  /** The seller's account that is paid; `null`: the operator's own. */
  account: string | null;
}) {
  return {
    mode: 'payment',
    amount: amountInCents,
    currency: 'usd',
    captureMethod: 'manual',
    ...(keepsCard ? { setupFutureUsage: 'off_session' as const } : {}),
    ...(account === null ? {} : { onBehalfOf: account }),
    allowedPaymentMethodTypes: ['card'],
  } as const;
}
