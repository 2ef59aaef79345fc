import type { FailureCode } from '../../../payments/providers/failure-code.ts';
import { enumInCapitals } from './enum-of.ts';

const meanings: Record<FailureCode, string> = {
  card_declined: 'The bank declined the card.',
  temporarily_declined: 'The bank could not decide; the same request may succeed later.',
  insufficient_funds: 'The card has not enough funds.',
  card_expired: 'The card has expired.',
  incorrect_cvc: 'The security code of the card is wrong.',
  card_not_accepted: 'The provider takes no such card.',
  authentication_failed: 'The bank could not verify the bidder.',
  amount_out_of_bounds: 'The provider takes no such amount.',
  needs_bidder: 'The bank wants the bidder to confirm a renewal.',
  seller_cannot_be_paid: "The seller's payment account takes no charges.",
  operator_cannot_charge: "The operator's account or key at the provider is not in order.",
  provider_unavailable: 'The provider could not be reached.',
  authorization_expired: 'The hold has lapsed.',
  already_captured: 'The money was captured already.',
  already_released: 'The hold was released already.',
  wrong_state: 'The provider has no hold that this could be done with.',
  not_executed: 'The provider gave no clear answer, and had not executed the request a minute later.',
  abandoned: 'The bidder did not finish the bid.',
  capture_given_up: 'Whether the money was captured could not be found out, and an operator released the hold.',
  released_by_operator: 'An operator released the hold.',
  voided: 'An operator voided the bid.',
  raised: 'A higher bid of the same bidder stands.',
  closed_by_operator: 'An operator has dealt with the payment.',
  auction_not_open_yet: 'The bid came before the start.',
  auction_ended: 'The bid came after the end.',
  auction_cancelled: 'The bid came after the cancellation.',
  bidder_not_signed: 'The seller takes bids by signed links alone.',
  bidder_banned: 'The seller takes no bids from this bidder.',
  below_minimum: 'The bid is below the minimum.',
  buy_now_removed: 'The seller has removed the price to buy now.',
  buy_now_gone: 'A bid stands, so nobody can buy now any more.',
  below_increment: 'The bid adds less to the leading bid than the minimum step.',
  below_own_bid: 'The bidder has bid as much or more already.',
};

export const FailureCodeEnum = enumInCapitals<FailureCode>(
  'FailureCode',
  'Why no money is held or captured, or not any more.',
  meanings,
);

export const LedgerReasonEnum = enumInCapitals<FailureCode | 'captured_in_part'>(
  'LedgerReason',
  'Why a hold ended without a capture.',
  {
    ...meanings,
    captured_in_part: 'The rest of a hold of which a part was captured.',
  },
);
