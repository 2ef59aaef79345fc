import type { FailureCode } from './failure-code.ts';

/**
 * `final`: the card cannot be used. `transient`: the same request may succeed a minute later. `bidder`: only the
 * bidder can help, with another code, card or confirmation.
 */
export type DeclineKind = 'final' | 'transient' | 'bidder';

/**
 * Maps each decline code of the provider to its kind and our failure code. As the provider demands, a stolen card's
 * decline reads like any other. Sources: https://docs.stripe.com/declines/codes, https://docs.stripe.com/error-codes
 */
export const declineCodes = {
  approve_with_id: ['transient', 'temporarily_declined'],
  authentication_not_handled: ['bidder', 'authentication_failed'],
  authentication_required: ['bidder', 'needs_bidder'],
  call_issuer: ['final', 'card_declined'],
  card_declined: ['final', 'card_declined'],
  card_not_supported: ['final', 'card_not_accepted'],
  card_velocity_exceeded: ['final', 'card_declined'],
  currency_not_supported: ['final', 'card_not_accepted'],
  do_not_honor: ['final', 'card_declined'],
  do_not_try_again: ['final', 'card_declined'],
  duplicate_transaction: ['final', 'card_declined'],
  expired_card: ['bidder', 'card_expired'],
  fraudulent: ['final', 'card_declined'],
  generic_decline: ['final', 'card_declined'],
  incorrect_address: ['bidder', 'card_declined'],
  incorrect_cvc: ['bidder', 'incorrect_cvc'],
  incorrect_number: ['bidder', 'card_declined'],
  incorrect_pin: ['bidder', 'card_declined'],
  incorrect_zip: ['bidder', 'card_declined'],
  // The service's own earlier hold may be the reason: a renewal is retried.
  insufficient_funds: ['transient', 'insufficient_funds'],
  invalid_account: ['final', 'card_declined'],
  invalid_amount: ['final', 'amount_out_of_bounds'],
  invalid_cvc: ['bidder', 'incorrect_cvc'],
  invalid_expiry_month: ['bidder', 'card_expired'],
  invalid_expiry_year: ['bidder', 'card_expired'],
  invalid_number: ['bidder', 'card_declined'],
  invalid_pin: ['bidder', 'card_declined'],
  issuer_not_available: ['transient', 'temporarily_declined'],
  lost_card: ['final', 'card_declined'],
  merchant_blacklist: ['final', 'card_declined'],
  mobile_device_authentication_required: ['bidder', 'needs_bidder'],
  new_account_information_available: ['final', 'card_declined'],
  no_action_taken: ['final', 'card_declined'],
  not_permitted: ['final', 'card_declined'],
  offline_pin_required: ['bidder', 'needs_bidder'],
  online_or_offline_pin_required: ['bidder', 'needs_bidder'],
  payment_intent_authentication_failure: ['bidder', 'authentication_failed'],
  pickup_card: ['final', 'card_declined'],
  pin_try_exceeded: ['final', 'card_declined'],
  processing_error: ['transient', 'temporarily_declined'],
  reenter_transaction: ['transient', 'temporarily_declined'],
  restricted_card: ['final', 'card_declined'],
  revocation_of_all_authorizations: ['final', 'card_declined'],
  revocation_of_authorization: ['final', 'card_declined'],
  security_violation: ['final', 'card_declined'],
  service_not_allowed: ['final', 'card_declined'],
  stolen_card: ['final', 'card_declined'],
  stop_payment_order: ['final', 'card_declined'],
  testmode_decline: ['final', 'card_declined'],
  transaction_not_allowed: ['final', 'card_declined'],
  try_again_later: ['transient', 'temporarily_declined'],
  withdrawal_count_limit_exceeded: ['transient', 'insufficient_funds'],
} as const satisfies Record<string, readonly [kind: DeclineKind, failureCode: FailureCode]>;

const transientFailures: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'provider_unavailable',
  ...Object.values(declineCodes).flatMap(([kind, failureCode]) => (kind === 'transient' ? [failureCode] : [])),
]);

/** Checks whether the same request may succeed later: it is retried before it counts as a refusal. */
export function isTransient(code: FailureCode): boolean {
  return transientFailures.has(code);
}
