import { isDecided, type Phase } from '../phase.ts';
import type { BidHold, BidState } from './bid-state.ts';
import type { BidsWords } from '../../../locales/words.ts';

/** A language: its words about bids, and how it writes money. */
interface BidLanguage {
  readonly words: BidsWords;
  readonly dollars: (cents: number) => string;
}

/** A charge, and what became of it. */
export type Charge = Pick<BidHold, 'chargedInCents' | 'refundedInCents' | 'returningInCents' | 'disputedInCents'>;

/** Returns the sentences that the page and messages say about charged money that has come back, or is on its way; without any, nothing. */
export function cameBack(
  { words: { states }, dollars }: BidLanguage,
  { chargedInCents, refundedInCents, returningInCents, disputedInCents }: Charge,
): string {
  const parts = [
    refundedInCents === 0
      ? ''
      : refundedInCents >= chargedInCents
        ? states.allGivenBack
        : states.givenBack({ amount: dollars(refundedInCents) }),
    returningInCents === 0 ? '' : states.onItsWayBack({ amount: dollars(returningInCents) }),
    disputedInCents === 0 ? '' : states.disputed({ amount: dollars(disputedInCents) }),
  ];
  return joined(...parts);
}

/** Returns the sentences that the page and messages say about a bid and its money. */
export function bidStateDetail(language: BidLanguage, state: BidState, bid: BidHold, phase: Phase): string {
  const {
    words: { states, failures },
    dollars,
  } = language;
  const reason = bid.failureCode === null ? '' : `${failures[bid.failureCode]} `;
  const isReleasing = bid.state === 'releasing';
  switch (state) {
    case 'won':
      return joined(states.won({ amount: dollars(bid.chargedInCents) }), cameBack(language, bid));
    case 'raised':
      return states.raised({ isReleasing });
    case 'voided':
      return states.voided({ isReleasing });
    case 'not_charged':
      return states.notCharged({ isReleasing });
    case 'charged_outside': {
      const canWin = bid.bidId !== null && !isDecided(phase);
      const charged = states.chargedOutside({ amount: dollars(bid.chargedInCents) });
      return joined(charged, cameBack(language, bid), canWin ? states.refundedUnlessItWins : states.toBeRefunded);
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

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
