import type { OwnBid } from '../../bids/own-bids.ts';
import type { BidState } from '../bid-state.ts';
import type { Locale } from '../locale.ts';
import type { Phase } from '../phase.ts';

export type Tone = 'good' | 'plain' | 'warn' | 'bad';

/** The words about one of the bidder's own bids. */
export interface BidStateWords {
  readonly label: string;
  readonly tone: Tone;
  readonly detail: string;
}

const tones: Record<BidState, Tone> = {
  leading: 'good',
  raised: 'plain',
  voided: 'bad',
  tied: 'warn',
  outbid: 'warn',
  won: 'good',
  charging: 'plain',
  not_charged: 'bad',
  releasing: 'plain',
  released: 'plain',
  lapsed: 'bad',
  challenged: 'warn',
  checking: 'warn',
  undoing: 'bad',
  not_placed: 'bad',
};

export function bidStateWords({ words }: Locale, state: BidState, bid: OwnBid, phase: Phase): BidStateWords {
  const tone = tones[state];
  if (state === 'leading' && phase === 'closing') return { ...words.states.highest, tone };
  const reason = bid.failureCode === null ? '' : `${words.failures[bid.failureCode]} `;
  return { label: words.stateLabels[state], tone, detail: detailOf(words.states, { state, phase, reason }) };
}

function detailOf(
  states: Locale['words']['states'],
  { state, phase, reason }: { state: BidState; phase: Phase; reason: string },
): string {
  switch (state) {
    case 'not_charged':
      return states.notCharged;
    case 'releasing':
      return phase === 'cancelled' ? states.releasingCancelled : states.releasing;
    case 'released':
      return states.released(phase === 'cancelled');
    case 'lapsed':
      return phase === 'open' ? states.lapsedBidAgain : states.lapsed;
    case 'undoing':
      return reason + states.undoing;
    case 'not_placed':
      return reason + states.notPlaced;
    case 'leading':
    case 'raised':
    case 'voided':
    case 'tied':
    case 'outbid':
    case 'won':
    case 'charging':
    case 'challenged':
    case 'checking':
      return states[state];
  }
}
