import Stripe from 'stripe';
import type { Refused, Unknown } from '../gateway-answers.ts';
import { codeOfDecline } from './code-of-decline.ts';

/**
 * Separates definite failures from ambiguous ones. Only Stripe's answers about the card or the amount are definite. All
 * other errors, including faults of our account or our keys, leave the outcome open.
 *
 * @returns `look`: the payment is not in a state in which this could be done, so its state is the answer
 * @throws the error itself, if it is not Stripe's: a bug of ours
 * Source: https://docs.stripe.com/error-handling
 */
export function answerOfError(error: unknown): Refused | Unknown | 'look' {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return { outcome: 'refused', code: codeOfDecline(error) };
  if (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use') {
    throw new Error('An idempotency key was used for another request.', { cause: error });
  }
  if (error instanceof Stripe.errors.StripeRateLimitError || error instanceof Stripe.errors.StripeAPIError) {
    return { outcome: 'unknown', reason: describe(error), isOverloaded: true };
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return answerOfInvalidRequest(error);
  return { outcome: 'unknown', reason: describe(error) };
}

function answerOfInvalidRequest(error: Stripe.errors.StripeInvalidRequestError): Refused | Unknown | 'look' {
  switch (error.code) {
    case 'amount_too_small':
    case 'amount_too_large':
      return { outcome: 'refused', code: 'amount_out_of_bounds' };
    case 'charge_expired_for_capture':
    case 'capture_charge_authorization_expired':
      return { outcome: 'refused', code: 'authorization_expired' };
    case 'payment_intent_unexpected_state':
    case 'intent_invalid_state':
    case 'charge_already_captured':
      return 'look';
    case 'payment_intent_authentication_failure':
      return { outcome: 'refused', code: 'authentication_failed' };
    case 'payment_intent_incompatible_payment_method':
    case 'payment_method_unactivated':
      return { outcome: 'refused', code: 'card_not_accepted' };
    default:
      // The seller's account was restricted or disconnected since it was last read: no card was touched.
      if (isAboutAccount(error)) return { outcome: 'refused', code: 'seller_cannot_be_paid' };
      // A token that Stripe does not know, or that has been used or has lapsed: no card was touched.
      if (error.param === 'confirmation_token') return { outcome: 'refused', code: 'card_not_accepted' };
      return { outcome: 'unknown', reason: describe(error) };
  }
}

const codesOfAccount: ReadonlySet<string | undefined> = new Set([
  'account_invalid',
  'account_closed',
  'insufficient_capabilities_for_transfer',
  'transfers_not_allowed',
]);

function isAboutAccount({ code, param }: Stripe.errors.StripeInvalidRequestError): boolean {
  return codesOfAccount.has(code) || /^(?:on_behalf_of|transfer_data)\b/.test(param ?? '');
}

function describe({ type, statusCode, code, requestId, message }: Stripe.errors.StripeError): string {
  return [type, statusCode, code, requestId, message].filter((part) => part !== undefined && part !== '').join(' ');
}
