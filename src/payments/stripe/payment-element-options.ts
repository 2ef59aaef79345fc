/** The release of Stripe.js that goes with the API version which the `stripe` package is pinned to. */
export const stripeScriptUrl = 'https://js.stripe.com/endive/stripe.js';

/**
 * What the page gives to `stripe.elements(…)`. It has to agree with the PaymentIntent that the server makes of the
 * ConfirmationToken, or Stripe refuses the token.
 *
 * Source: https://docs.stripe.com/payments/accept-a-payment-deferred
 */
export function paymentElementOptions(amountInCents: number) {
  return {
    mode: 'payment',
    amount: amountInCents,
    currency: 'usd',
    captureMethod: 'manual',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
  } as const;
}
