import type { ProviderRefusalCode } from '../failure-code.ts';

/** Stripe's details of a failed payment: the error of an answer, or a PaymentIntent's last error. */
interface Decline {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly message?: string | undefined;
}

/** Maps Stripe's decline to our failure code: the more precise of Stripe's codes decides. Any other code is final. */
export function codeOfDecline(decline: Decline): ProviderRefusalCode {
  return knownCodeOf(decline) ?? otherDeclines;
}

/** The meaning of each code that `declineCodes` does not have. */
export const otherDeclines = 'card_declined';

/**
 * Maps Stripe's codes to our failure code, and without a code its message about an account.
 *
 * @returns `null`: Stripe's codes are not known, and its message is not about an account
 */
export function knownCodeOf({
  code = '',
  decline_code: declineCode = '',
  message = '',
}: Decline): ProviderRefusalCode | null {
  for (const word of [declineCode, code]) {
    if (Object.hasOwn(declineCodes, word)) return declineCodes[word as keyof typeof declineCodes];
  }
  return declineCode === '' && code === '' && isAboutAccount(message) ? 'seller_cannot_be_paid' : null;
}

/**
 * Recognizes Stripe's messages about an account that may take no money, such as "Your account cannot currently make live charges"
 * and "Your destination account needs to have at least one of the following capabilities enabled": some come without a code.
 */
function isAboutAccount(message: string): boolean {
  return (
    /\b(?:accounts?|on_behalf_of|transfer_data|destination)\b/i.test(message) &&
    /\b(?:cannot|can't|unable|not (?:been )?(?:activated|enabled|allowed|permitted)|restricted|rejected|disabled|closed|deauthorized|capabilit(?:y|ies))\b/i.test(
      message,
    )
  );
}

/**
 * Maps the codes with which the provider declines a card, or refuses an account, to our failure code. All others are `otherDeclines`: as the
 * provider demands, a stolen card's decline reads like any other. Sources: https://docs.stripe.com/declines/codes,
 * https://docs.stripe.com/error-codes
 */
export const declineCodes = {
  approve_with_id: 'temporarily_declined',
  authentication_not_handled: 'authentication_failed',
  authentication_required: 'needs_bidder',
  card_not_supported: 'card_not_accepted',
  currency_not_supported: 'card_not_accepted',
  expired_card: 'card_expired',
  incorrect_cvc: 'incorrect_cvc',
  // The service's own earlier hold may be the reason: the refusal may pass.
  insufficient_funds: 'insufficient_funds',
  invalid_amount: 'amount_out_of_bounds',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'card_expired',
  invalid_expiry_year: 'card_expired',
  issuer_not_available: 'temporarily_declined',
  mobile_device_authentication_required: 'needs_bidder',
  offline_pin_required: 'needs_bidder',
  online_or_offline_pin_required: 'needs_bidder',
  payment_intent_authentication_failure: 'authentication_failed',
  processing_error: 'temporarily_declined',
  reenter_transaction: 'temporarily_declined',
  try_again_later: 'temporarily_declined',
  withdrawal_count_limit_exceeded: 'insufficient_funds',

  account_closed: 'seller_cannot_be_paid',
  account_invalid: 'seller_cannot_be_paid',
  application_fees_not_allowed: 'seller_cannot_be_paid',
  insufficient_capabilities_for_transfer: 'seller_cannot_be_paid',
  payouts_not_allowed: 'seller_cannot_be_paid',
  transfers_not_allowed: 'seller_cannot_be_paid',
  api_key_expired: 'operator_cannot_charge',
  charge_not_allowed: 'operator_cannot_charge',
  livemode_mismatch: 'operator_cannot_charge',
  platform_account_required: 'operator_cannot_charge',
  platform_api_key_expired: 'operator_cannot_charge',
  secret_key_required: 'operator_cannot_charge',
  testmode_charges_only: 'operator_cannot_charge',
} as const satisfies Record<string, ProviderRefusalCode>;
