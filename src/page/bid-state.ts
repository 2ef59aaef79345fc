import type { OwnBid } from './own-bid.ts';
import type { PublicAuction } from './find-public-auction.ts';
import { isDecided, type Phase, phaseOf } from './phase.ts';

/** The tone of each state of a bid that this browser sent. The first of a person's bids in this order says how the person stands. */
export const tones = {
  won: 'good',
  leading: 'good',
  /** The auction has ended, and this bid is being charged: if that fails, the next one is. */
  charging: 'plain',
  /** Equal to the leading bid of somebody else, which was earlier. */
  tied: 'warn',
  /** Lower than a bid of somebody else, and as binding as before. */
  outbid: 'warn',
  /** Somebody has charged the card at the payment provider. The money is to be refunded, unless the bid wins. */
  charged_outside: 'warn',
  /** It was the highest, and the card could not be charged. */
  not_charged: 'bad',
  releasing: 'plain',
  released: 'plain',
  /** The hold ended before the auction did: this bid cannot win any more. */
  lapsed: 'bad',
  /** Money that was charged outside has been refunded, or an operator has dealt with it. */
  closed: 'plain',
  /** An operator has voided it: it cannot win any more. */
  voided: 'bad',
  /** A higher bid of the same person stands: the hold of this one is given back. */
  raised: 'plain',
  /** There is no bid yet: the bank waits for the bidder, or we wait for the bank. */
  challenged: 'warn',
  checking: 'warn',
  /** There is no bid, and will be none; in the second case nothing is held for it any more. */
  undoing: 'bad',
  not_placed: 'bad',
} as const;

export type BidState = keyof typeof tones;

export function bidStateOf(bid: OwnBid, auction: PublicAuction): BidState {
  const phase = phaseOf(auction);
  if (bid.isWinningBid) return 'won';
  if (bid.state === 'captured_outside') return bid.isClosed ? 'closed' : 'charged_outside';
  if (bid.bidId === null) return stateWithoutBid(bid, phase);
  if (bid.failureCode === 'raised' || bid.failureCode === 'voided') return bid.failureCode;
  if (bid.failureCode === 'authorization_expired') return 'lapsed';
  switch (bid.state) {
    case 'intended':
    case 'challenged':
    case 'authorized':
      // Once the auction is decided, every other hold is about to be released.
      return isDecided(phase) ? 'releasing' : rankOf(bid, auction);
    case 'capturing':
    case 'captured':
      return 'charging';
    case 'releasing':
    case 'released':
      if (phase === 'open') return 'lapsed';
      // A hold that is released with a reason is one that its bank would not let us charge.
      if (bid.failureCode !== null) return 'not_charged';
      return bid.state;
    case 'expired':
      return 'lapsed';
    case 'failed':
      return phase === 'open' ? 'lapsed' : 'not_charged';
  }
}

/** Finds the bid that says how a bidder stands. @returns `null`: the bidder has placed none */
export function standingBid(own: readonly OwnBid[], auction: PublicAuction): OwnBid | null {
  const placed = own.filter(({ bidId }) => bidId !== null);
  const states = Object.keys(tones);
  const placeOf = (bid: OwnBid) => states.indexOf(bidStateOf(bid, auction));
  return placed.toSorted((one, other) => placeOf(one) - placeOf(other))[0] ?? null;
}

function rankOf(bid: OwnBid, auction: PublicAuction): BidState {
  const { leadingBidId, leadingValueInCents } = auction;
  if (bid.bidId === leadingBidId) return 'leading';
  return bid.valueInCents === leadingValueInCents ? 'tied' : 'outbid';
}

function stateWithoutBid({ state }: OwnBid, phase: Phase): BidState {
  switch (state) {
    case 'challenged':
      // A confirmation comes too late now: what it makes the bank hold is released at once.
      return phase === 'open' ? 'challenged' : 'undoing';
    case 'releasing':
      return 'undoing';
    case 'released':
    case 'expired':
    case 'failed':
      return 'not_placed';
    case 'intended':
    case 'authorized':
    case 'capturing':
    case 'captured':
    case 'captured_outside':
      return 'checking';
  }
}
