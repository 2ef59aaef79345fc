/**
 * Why no money is held, or not any more: what a provider definitely said, or why the auction did not take the bid that
 * it was held for. Each code is stable; `failureDetails` is what the bidder reads. What is not certain (a timeout, a
 * 5xx, a state nobody expected) has no code: it is `unknown`, never a failure.
 */
export const failureDetails = {
  card_declined: 'The card was declined. Try another card, or ask the bank that issued it.',
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
  auction_not_open_yet: 'The auction has not begun yet.',
  auction_ended: 'The auction had ended before the bid could be placed.',
  auction_cancelled: 'The seller has cancelled the auction.',
  below_minimum: 'The bid is below the minimum of this auction.',
} as const;

export type FailureCode = keyof typeof failureDetails;
