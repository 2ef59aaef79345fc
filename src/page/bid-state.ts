import type { OwnBid } from '../bids/own-bids.ts';
import type { PublicAuction } from '../bids/find-public-auction.ts';
import { isDecided, phaseOf } from './phase.ts';

/** The state of a bid that this browser sent. */
export type BidState =
  | 'leading'
  /** A higher bid of the same person stands: the hold of this one is given back. */
  | 'raised'
  /** An operator has voided it: it cannot win any more. */
  | 'voided'
  /** Equal to the leading bid of somebody else, which was earlier. */
  | 'tied'
  /** Lower than a bid of somebody else, and as binding as before. */
  | 'outbid'
  | 'won'
  /** The auction has ended, and this bid is being charged: if that fails, the next one is. */
  | 'charging'
  /** It was the highest, and the card could not be charged. */
  | 'not_charged'
  | 'releasing'
  | 'released'
  /** The hold ended before the auction did: this bid cannot win any more. */
  | 'lapsed'
  /** There is no bid yet: the bank waits for the bidder, or we wait for the bank. */
  | 'challenged'
  | 'checking'
  /** There is no bid, and will be none; in the second case nothing is held any more. */
  | 'undoing'
  | 'not_placed';

export function bidStateOf(bid: OwnBid, auction: PublicAuction): BidState {
  if (bid.bidId === null) return stateWithoutBid(bid);
  if (bid.isWinningBid) return 'won';
  if (bid.failureCode === 'raised' || bid.failureCode === 'voided') return bid.failureCode;
  if (bid.failureCode === 'authorization_expired') return 'lapsed';
  const phase = phaseOf(auction);
  switch (bid.state) {
    case 'intended':
    case 'challenged':
    case 'authorized':
      // Once the auction is decided, every other hold is about to be released.
      return isDecided(phase) ? 'releasing' : rankOf(bid, auction);
    case 'captured_outside':
      // Somebody has captured it at the provider: it is refunded, unless its bid wins.
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

function rankOf(bid: OwnBid, auction: PublicAuction): BidState {
  const { leadingBidId, leadingValueInCents } = auction;
  if (bid.bidId === leadingBidId) return 'leading';
  return bid.valueInCents === leadingValueInCents ? 'tied' : 'outbid';
}

function stateWithoutBid({ state }: OwnBid): BidState {
  switch (state) {
    case 'challenged':
      return 'challenged';
    case 'releasing':
    case 'captured_outside':
      return 'undoing';
    case 'released':
    case 'expired':
    case 'failed':
      return 'not_placed';
    case 'intended':
    case 'authorized':
    case 'capturing':
    case 'captured':
      return 'checking';
  }
}
