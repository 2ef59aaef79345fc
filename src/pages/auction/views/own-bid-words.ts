import type { Phase } from '../../../auctions/phase.ts';
import { type BidHold, type BidState, tones } from '../../../auctions/bids/bid-state.ts';
import { bidStateDetail } from '../../../auctions/bids/bid-state-words.ts';
import type { Locale } from '../locale.ts';

/** Returns the words about one of the bidder's own bids. */
export function ownBidWords(locale: Locale, state: BidState, bid: BidHold, phase: Phase) {
  const { stateLabels, states } = locale.words;
  const label = state === 'leading' && phase === 'closing' ? states.highest.label : stateLabels[state];
  return { label, tone: tones[state], detail: bidStateDetail(locale, state, bid, phase) };
}
