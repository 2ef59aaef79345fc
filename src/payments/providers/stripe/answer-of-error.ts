import Stripe from 'stripe';
import { isAboutAccount } from '../failure-code.ts';
import { type Observation, refused, type Unknown } from '../observation.ts';
import { codeOfDecline, knownCodeOf } from './code-of-decline.ts';

/**
 * Separates definite failures from ambiguous ones. Stripe's answers about the card, the amount, an account or our key are definite:
 * Stripe has not executed the request. All other errors leave the outcome open.
 *
 * @throws the error itself, if it is not Stripe's: a bug of ours
 * Source: https://docs.stripe.com/error-handling
 */
export function answerOfError(error: unknown): Observation {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return refused(codeOfDecline(error));
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use') {
    throw new Error('An idempotency key was used for another request.', { cause: error });
  }
  if (error instanceof Stripe.errors.StripeRateLimitError || error instanceof Stripe.errors.StripeAPIError) {
    return { outcome: 'unknown', reason: describe(error), isOverloaded: true };
  }
  const code = knownCodeOf(error);
  // Stripe refuses a key that was revoked, or that lacks a right, before it looks at the request.
  if (error instanceof Stripe.errors.StripeAuthenticationError) return refused(byKey);
  if (error instanceof Stripe.errors.StripePermissionError) return refused(code ?? byKey);
  if (isUnknownPayment(error)) return { outcome: 'none' };
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    const answer = answersToInvalidRequests[error.code ?? ''];
    if (answer !== undefined) return answer;
    // The account is restricted, or was disconnected since it was last read: no card was touched.
    if (code !== null && isAboutAccount(code)) return refused(code);
    if (/^(?:on_behalf_of|transfer_data)\b/.test(error.param ?? '')) return refused('seller_cannot_be_paid');
    // A token that Stripe does not know, or that has been used or has lapsed: no card was touched.
    if (error.param === 'confirmation_token') return refused('card_not_accepted');
  }
  return { outcome: 'unknown', reason: describe(error) };
}

const byKey = 'operator_cannot_charge';

const answersToInvalidRequests: Readonly<Partial<Record<string, Observation>>> = {
  amount_too_small: refused('amount_out_of_bounds'),
  amount_too_large: refused('amount_out_of_bounds'),
  charge_expired_for_capture: { outcome: 'expired' },
  capture_charge_authorization_expired: { outcome: 'expired' },
  payment_intent_authentication_failure: refused('authentication_failed'),
  payment_intent_incompatible_payment_method: refused('card_not_accepted'),
  payment_method_unactivated: refused('card_not_accepted'),
};

/** The key knows no such PaymentIntent: it may be one of another account, or of the other mode. */
export function isUnknownPayment(error: unknown): boolean {
  const { code, param } = error as Partial<Stripe.errors.StripeError>;
  return code === 'resource_missing' && param === 'intent';
}

/** The payment is not in a state in which the request could be done: its state is the answer. */
export function isOutOfState(error: unknown): boolean {
  const codes = ['payment_intent_unexpected_state', 'intent_invalid_state', 'charge_already_captured'];
  return error instanceof Stripe.errors.StripeInvalidRequestError && codes.includes(error.code ?? '');
}

/**
 * Answers for a request that only reads or frees a payment: a refusal of our key or of an account says nothing about the payment.
 */
export function answerOfRead(error: unknown): Observation {
  const answer = answerOfError(error);
  if (answer.outcome !== 'refused' || !isAboutAccount(answer.code)) return answer;
  return { outcome: 'unknown', reason: describe(error as Stripe.errors.StripeError) };
}

/** Answers for a request of which nothing is known unless it succeeds. */
export function unknownOf(error: unknown, reason: string): Unknown {
  const answer = answerOfError(error);
  return answer.outcome === 'unknown' ? answer : { outcome: 'unknown', reason };
}

export function describe({ type, statusCode, code, requestId, message }: Stripe.errors.StripeError): string {
  return [type, statusCode, code, requestId, message].filter((part) => part !== undefined && part !== '').join(' ');
}
