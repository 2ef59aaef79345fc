import type { FailureCode } from '../../providers/failure-code.ts';

const backup = 'Yours stays held as a backup, and wins only if the cards of all bids that rank before it fail.';
const notWon = (isCancelled: boolean) => (isCancelled ? '' : 'This bid has not won. ');
const holdIsGone = (isReleasing: boolean) =>
  isReleasing ? 'its hold is being released.' : 'nothing is held for it any more.';

/** What the page and messages say about a bidder's bids, in English. The catalogues of the other languages have the same keys. */
export const en = {
  /** Why no money is held, or not any more. */
  failures: {
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
    not_executed: 'The amount has not been captured yet.',
    abandoned: 'The bid was not finished.',
    capture_given_up:
      'Whether the amount was captured could not be found out, and the operator of the service released the hold.',
    released_by_operator: 'The operator of the service released the hold.',
    voided: 'The operator of the service voided the bid.',
    raised: 'A higher bid of the same bidder was placed.',
    closed_by_operator: 'The operator of the service has dealt with the payment.',
    provider_unavailable:
      'The payment provider could not be reached. No bid was placed, and a hold that the bank may show is released. Try again in a minute.',
    seller_cannot_be_paid: 'The seller cannot be paid at the moment, so that no bid was placed. Try again later.',
    operator_cannot_charge:
      'The payments of this service are not in order at the moment, so that no bid was placed. Try again later.',
    auction_not_open_yet: 'Your bid came before the start.',
    auction_ended: 'Your bid came after the end.',
    auction_cancelled: 'Your bid came after the seller had cancelled the auction.',
    bidder_not_signed: 'Bidding here needs the link that the seller has sent to you.',
    bidder_banned: 'The seller does not take bids from this bidder.',
    below_minimum: 'The bid is below the minimum of this auction.',
    below_own_bid: 'You have already bid as much or more.',
  } satisfies Record<FailureCode, string> as Record<FailureCode, string>,

  /** The explanation of each state of a bid. */
  states: {
    highest: {
      label: 'Highest',
      detail: 'Bidding has ended with your bid the highest. The amount is held on your card, which is charged next.',
    },
    leading: 'Your bid is the highest. The amount is held on your card. If somebody bids more, you can raise yours.',
    raised: (isReleasing: boolean) =>
      `You have bid more since, so this bid is no backup, and ${holdIsGone(isReleasing)}`,
    voided: (isReleasing: boolean) =>
      `The operator of the service has voided this bid: it cannot win any more. No money was taken, and ${holdIsGone(isReleasing)}`,
    tied: `It is equal to the leading bid, which was earlier. ${backup}`,
    outbid: backup,
    won: (amount: string) => `Your bid has won, and ${amount} was charged to your card.`,
    charging: 'Your bid is the highest that stands. The amount is held on your card, and we are charging it now.',
    notCharged: (isReleasing: boolean) =>
      `The amount could not be charged, so this bid has not won. No money was taken, and ${holdIsGone(isReleasing)}`,
    chargedOutside: (amount: string) =>
      `Somebody has charged ${amount} to your card at the payment provider, outside of this auction.`,
    refundedUnlessItWins: 'Unless this bid wins, that is to be refunded.',
    toBeRefunded: 'That is to be refunded: ask the seller about it.',
    /** @param end of that charge */
    closed: (amount: string, end: string) =>
      `This bid cannot win any more: somebody charged ${amount} to your card outside of this auction. ${end}`,
    refunded: 'That was given back.',
    releasing: (isCancelled: boolean) =>
      `${notWon(isCancelled)}You were not charged: the hold on your card is being released.`,
    released: (isCancelled: boolean) =>
      `${notWon(isCancelled)}You were not charged, and nothing is held for it any more. Your bank may take some days to show it.`,
    lapsed: (isReleasing: boolean) =>
      `The time of the hold is over, so this bid cannot win any more. No money was taken, and ${holdIsGone(isReleasing)}`,
    bidAgain: 'Bid again to take part.',
    challenged: 'Your bank wants you to confirm. The bid is not placed yet, and nothing is held for it.',
    checking:
      'We are still checking with the bank. Either the bid is placed, or the amount is released: you need not do anything, and need not bid again.',
    undoing: 'The bid was not placed. Whatever your bank holds for it is being released.',
    notPlaced: 'The bid was not placed, and nothing is held for it.',
    /** After a raise that has failed. */
    earlierStands: (sum: string) => `Your earlier bid stands: ${sum} stays held on your card.`,
    earlierMayBeWhy: 'That hold may be why: try another card, or bid less.',
  },
};

/** What each catalogue has to have: a key too few or too many is a type error. */
export type BidWords = typeof en;
