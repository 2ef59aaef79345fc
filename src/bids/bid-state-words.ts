import { isDecided, type Phase } from '../auctions/phase.ts';
import type { BidHold, BidState } from './bid-state.ts';
import type { BidsWords } from '../../locales/words.ts';

/** A language: its words about bids, and how it writes money. */
interface BidLanguage {
  readonly words: BidsWords;
  readonly dollars: (cents: number) => string;
}

/** Returns the sentences that the page and messages say about a bid and its money. */
export function bidStateDetail(
  { words: { states, failures }, dollars }: BidLanguage,
  state: BidState,
  bid: BidHold,
  phase: Phase,
): string {
  const reason = bid.failureCode === null ? '' : `${failures[bid.failureCode]} `;
  const isReleasing = bid.state === 'releasing';
  switch (state) {
    case 'won':
      return states.won({ amount: dollars(bid.chargedInCents) });
    case 'raised':
      return states.raised({ isReleasing });
    case 'voided':
      return states.voided({ isReleasing });
    case 'not_charged':
      return states.notCharged({ isReleasing });
    case 'charged_outside': {
      const canWin = bid.bidId !== null && !isDecided(phase);
      return `${states.chargedOutside({ amount: dollars(bid.chargedInCents) })} ${canWin ? states.refundedUnlessItWins : states.toBeRefunded}`;
    }
    case 'closed':
      return states.closed({
        amount: dollars(bid.chargedInCents),
        end: reason === '' ? states.refunded : reason.trim(),
      });
    case 'releasing':
      return states.releasing({ isCancelled: phase === 'cancelled' });
    case 'released':
      return states.released({ isCancelled: phase === 'cancelled' });
    case 'lapsed':
      return `${states.lapsed({ isReleasing })}${phase === 'open' ? ` ${states.bidAgain}` : ''}`;
    case 'undoing':
      return reason + states.undoing;
    case 'not_placed':
      return reason + states.notPlaced;
    case 'leading':
      return phase === 'closing' ? states.highest.detail : states.leading;
    case 'tied':
    case 'outbid':
    case 'charging':
    case 'challenged':
    case 'checking':
      return states[state];
  }
}
