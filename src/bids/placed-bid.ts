import type { FailureCode } from '../providers/failure-code.ts';
import type { Challenge } from '../providers/observation.ts';

/** The outcome of a bidder's attempt to bid, so far. */
export type PlacedBid =
  /** The bid exists and its value is held on the card. */
  | { readonly outcome: 'placed'; readonly bidId: string }
  /** The bank requires the bidder's confirmation; afterwards, call `continueBid`. */
  | { readonly outcome: 'challenged'; readonly challenge: Challenge }
  /** There is no bid, and any hold is being released. */
  | { readonly outcome: 'refused'; readonly code: FailureCode }
  /** The provider's answer is not clear yet: the bid will be placed, or its hold released, without the bidder. */
  | { readonly outcome: 'pending' };
