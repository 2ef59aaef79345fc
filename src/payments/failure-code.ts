/**
 * The reasons why no money is held, or not any more: a definite answer of the provider, or the auction's refusal of the
 * bid. Each code is stable; the bidder reads the text. An uncertain outcome (a timeout, a 5xx, an unexpected state) has no
 * code: it is `unknown`, never a failure.
 */
export type FailureCode =
  | 'card_declined'
  | 'temporarily_declined'
  | 'insufficient_funds'
  | 'card_expired'
  | 'incorrect_cvc'
  | 'card_not_accepted'
  | 'authentication_failed'
  | 'amount_out_of_bounds'
  | 'needs_bidder'
  | 'authorization_expired'
  | 'already_captured'
  | 'already_released'
  | 'wrong_state'
  | 'abandoned'
  | 'capture_given_up'
  | 'released_by_operator'
  | 'provider_unavailable'
  | 'seller_cannot_be_paid'
  | 'auction_not_open_yet'
  | 'auction_ended'
  | 'auction_cancelled'
  | 'bidder_not_signed'
  | 'bidder_banned'
  | 'below_minimum';

/** The provider itself refused to hold the money. */
const providerRefusals: ReadonlySet<FailureCode> = new Set([
  'card_declined',
  'temporarily_declined',
  'insufficient_funds',
  'card_expired',
  'incorrect_cvc',
  'card_not_accepted',
  'authentication_failed',
  'amount_out_of_bounds',
  'needs_bidder',
  'seller_cannot_be_paid',
]);

export function isProviderRefusal(code: FailureCode | null): boolean {
  return code !== null && providerRefusals.has(code);
}
