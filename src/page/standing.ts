import type { OwnBid } from '../bids/find-own-bids.ts';
import type { Phase } from './phase.ts';

/** How a bid of the bidder's own stands. */
export type Standing =
  | 'leading'
  /** Behind another bid, and as binding as before. */
  | 'outbid'
  | 'won'
  /** The auction has ended, and this bid is being charged: if that fails, the next one is. */
  | 'charging'
  /** It was the highest, and the card could not be charged. */
  | 'not_charged'
  | 'releasing'
  | 'released'
  /** The hold has ended by itself. */
  | 'lapsed'
  /** There is no bid yet: the bank waits for the bidder, or we wait for the bank. */
  | 'challenged'
  | 'checking'
  /** There is no bid, and will be none; in the second case nothing is held any more. */
  | 'undoing'
  | 'not_placed';

export function standingOf(
  own: OwnBid,
  { leadingBidId, phase }: { leadingBidId: string | null; phase: Phase },
): Standing {
  if (own.bidId === null) return standingWithoutBid(own);
  if (own.isWinningBid) return 'won';
  switch (own.state) {
    case 'intended':
    case 'challenged':
    case 'authorized':
      // Once it is decided, whoever has not won is about to be released.
      if (phase === 'sold' || phase === 'unsold' || phase === 'cancelled') return 'releasing';
      return own.bidId === leadingBidId ? 'leading' : 'outbid';
    case 'capturing':
    case 'captured':
      return 'charging';
    // A hold that is released with a reason is one that its bank would not let us charge.
    case 'releasing':
      return own.failureCode === null ? 'releasing' : 'not_charged';
    case 'released':
      return own.failureCode === null ? 'released' : 'not_charged';
    case 'expired':
      return 'lapsed';
    case 'failed':
      return 'not_charged';
  }
}

function standingWithoutBid({ state }: OwnBid): Standing {
  switch (state) {
    case 'challenged':
      return 'challenged';
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
      return 'checking';
  }
}
