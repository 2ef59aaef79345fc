import type { OwnBid } from '../own-bid.ts';
import { type BidState, tones } from '../bid-state.ts';
import type { Locale } from '../locale.ts';
import { isDecided, type Phase } from '../phase.ts';

/** Returns the words about one of the bidder's own bids. */
export function bidStateWords(locale: Locale, state: BidState, bid: OwnBid, phase: Phase) {
  const { words } = locale;
  const tone = tones[state];
  if (state === 'leading' && phase === 'closing') return { ...words.states.highest, tone };
  return { label: words.stateLabels[state], tone, detail: detailOf(locale, state, bid, phase) };
}

function detailOf({ words, dollars }: Locale, state: BidState, bid: OwnBid, phase: Phase): string {
  const { states, failures } = words;
  const reason = bid.failureCode === null ? '' : `${failures[bid.failureCode]} `;
  const isReleasing = bid.state === 'releasing';
  switch (state) {
    case 'won':
      return states.won(dollars(bid.chargedInCents));
    case 'raised':
      return states.raised(isReleasing);
    case 'voided':
      return states.voided(isReleasing);
    case 'not_charged':
      return states.notCharged(isReleasing);
    case 'charged_outside': {
      const canWin = bid.bidId !== null && !isDecided(phase);
      return `${states.chargedOutside(dollars(bid.chargedInCents))} ${canWin ? states.refundedUnlessItWins : states.toBeRefunded}`;
    }
    case 'closed':
      return states.closed(dollars(bid.chargedInCents), reason === '' ? states.refunded : reason.trim());
    case 'releasing':
      return states.releasing(phase === 'cancelled');
    case 'released':
      return states.released(phase === 'cancelled');
    case 'lapsed':
      return `${states.lapsed(isReleasing)}${phase === 'open' ? ` ${states.bidAgain}` : ''}`;
    case 'undoing':
      return reason + states.undoing;
    case 'not_placed':
      return reason + states.notPlaced;
    case 'leading':
    case 'tied':
    case 'outbid':
    case 'charging':
    case 'challenged':
    case 'checking':
      return states[state];
  }
}
