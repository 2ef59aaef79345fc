import type { FailureCode } from '../payments/failure-code.ts';
import type { Challenge } from '../payments/gateway.ts';

/** What became of a bidder's wish to bid, so far. */
export type PlacedBid =
  /** The bid exists and its value is held on the card. */
  | { readonly outcome: 'placed'; readonly bidId: string }
  /** The bank wants to hear from the bidder; afterwards, `continueBid`. */
  | { readonly outcome: 'challenged'; readonly challenge: Challenge }
  /** There is no bid, and whatever was held is being released. */
  | { readonly outcome: 'refused'; readonly code: FailureCode }
  /** The provider's answer is not clear yet: the bid will be placed, or whatever was held released, without the bidder. */
  | { readonly outcome: 'pending' };
