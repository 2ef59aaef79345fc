/**
 * The reasons why no money is held, or not any more: a definite answer of the provider, or the auction's refusal of the
 * bid. Each code is stable; the bidder reads the text. An uncertain outcome (a timeout, a 5xx, an unexpected state) has no
 * code: it is `unknown`, never a failure.
 */
export const failureDetails = {
  card_declined: 'The card was declined. Try another card, or ask the bank that issued it.',
  temporarily_declined: 'The bank could not decide just now. Try again in a minute.',
  insufficient_funds: 'The card has insufficient funds for this bid.',
  card_expired: 'The card has expired.',
  incorrect_cvc: 'The security code of the card is incorrect.',
  card_not_accepted: 'This card cannot be used here. Try another card.',
  authentication_failed: 'The bank could not verify that it is you. Try again, or use another card.',
  amount_out_of_bounds: 'The amount is outside of what the payment provider accepts.',
  needs_bidder: 'The bank wants the bidder to confirm this hold again.',
  authorization_expired: 'The hold on the card has lapsed.',
  already_captured: 'The money has already been captured.',
  already_released: 'The hold has already been released.',
  wrong_state: 'There is no hold on the card that this could be done with.',
  abandoned: 'The bid was not finished.',
  capture_given_up:
    'Whether the amount was captured could not be found out, and the operator of the service released the hold.',
  released_by_operator: 'The operator of the service released the hold.',
  provider_unavailable:
    'The payment provider could not be reached. No bid was placed, and a hold that the bank may show is released. Try again in a minute.',
  auction_not_open_yet: 'The auction has not begun yet.',
  auction_ended: 'The auction had ended before the bid could be placed.',
  auction_cancelled: 'The seller has cancelled the auction.',
  bidder_not_signed: 'Bidding here needs the link that the seller has sent to you.',
  bidder_banned: 'The seller does not take bids from this bidder.',
  below_minimum: 'The bid is below the minimum of this auction.',
} as const;

export type FailureCode = keyof typeof failureDetails;

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
]);

export function isProviderRefusal(code: FailureCode | null): boolean {
  return code !== null && providerRefusals.has(code);
}
