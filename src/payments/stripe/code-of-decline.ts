import type { FailureCode } from '../failure-code.ts';

/** What Stripe tells of a payment that failed: an error it answered with, or a PaymentIntent's last one. */
export interface Decline {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
}

/**
 * Why a card was declined, in our words. A stolen card is declined like any other, as Stripe asks for.
 *
 * Source: https://docs.stripe.com/declines/codes
 */
export function codeOfDecline({ code, decline_code: declineCode }: Decline): FailureCode {
  for (const word of [declineCode, code]) {
    const known = codes.get(word);
    if (known !== undefined) return known;
  }
  return 'card_declined';
}

const codes: ReadonlyMap<string | undefined, FailureCode> = new Map([
  ['insufficient_funds', 'insufficient_funds'],
  ['withdrawal_count_limit_exceeded', 'insufficient_funds'],
  ['expired_card', 'card_expired'],
  ['incorrect_cvc', 'incorrect_cvc'],
  ['invalid_cvc', 'incorrect_cvc'],
  ['card_not_supported', 'card_not_accepted'],
  ['currency_not_supported', 'card_not_accepted'],
  ['authentication_required', 'needs_bidder'],
  ['authentication_not_handled', 'authentication_failed'],
  ['payment_intent_authentication_failure', 'authentication_failed'],
]);
