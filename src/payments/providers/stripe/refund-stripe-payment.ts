import Stripe from 'stripe';
import type { RefundAnswer, RefundRefusal, RefundRequest } from '../refund-answer.ts';
import { describe } from './answer-of-error.ts';
import type { Send } from './retry-when-limited.ts';

/**
 * Refunds a PaymentIntent, wholly or in part. The provider takes transferred money back from the connected account, in proportion: with
 * a destination charge the operator would pay otherwise. The operator's fee stays.
 *
 * Sources: https://docs.stripe.com/api/refunds/create, https://docs.stripe.com/connect/destination-charges#issue-refunds
 */
export async function refundStripePayment(
  stripe: Stripe,
  { reference, refundId, amountInCents, reason, account, idempotencyKey }: RefundRequest,
  send: Send,
): Promise<RefundAnswer> {
  const parameters: Stripe.RefundCreateParams = {
    payment_intent: reference,
    amount: amountInCents,
    reason,
    metadata: { refund_id: refundId },
    ...(account !== null && { reverse_transfer: true }),
  };
  // A seller waits for it, unlike for releases.
  const request = () => stripe.refunds.create(parameters, { idempotencyKey });
  return await send('renewal', request).then(() => ({ outcome: 'made' }) as const, answerOfFailure);
}

/**
 * Stripe does not execute a request that it finds invalid, or that the key may not make. All other errors leave the outcome open.
 *
 * @throws the error itself, if it is not Stripe's, or names a key that was used for another refund: a bug of ours
 * Source: https://docs.stripe.com/error-codes
 */
function answerOfFailure(error: unknown): RefundAnswer {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) throw error;
  if (error instanceof errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use') throw error;
  const { code = '' } = error;
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return { outcome: 'refused', code: 'not_permitted' };
  const isDefinite = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError;
  if (!isDefinite) return { outcome: 'unknown', reason: describe(error) };
  const known = refundRefusalOf[code];
  if (known !== undefined) return { outcome: 'refused', code: known };
  // Stripe has no code for this one.
  const isTooMuch = error.param === 'amount' || /greater than unrefunded amount/i.test(error.message);
  return { outcome: 'refused', code: isTooMuch ? 'nothing_left' : 'not_refundable' };
}

const refundRefusalOf: Readonly<Partial<Record<string, RefundRefusal>>> = {
  charge_already_refunded: 'nothing_left',
  charge_disputed: 'payment_disputed',
  refund_disputed_payment: 'payment_disputed',
  balance_insufficient: 'balance_too_low',
  insufficient_funds: 'balance_too_low',
  charge_not_refundable: 'not_refundable',
  account_closed: 'not_permitted',
  account_invalid: 'not_permitted',
  platform_account_required: 'not_permitted',
  platform_api_key_expired: 'not_permitted',
};
