import { failureDetails } from '../../payments/failure-code.ts';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { BidState } from '../bid-state.ts';
import { lateReason } from '../late-bid.ts';
import type { Phase } from '../phase.ts';

export type Tone = 'good' | 'plain' | 'warn' | 'bad';

/** The words about one of the bidder's own bids. */
export interface BidStateWords {
  readonly label: string;
  readonly tone: Tone;
  readonly detail: string;
}

export function bidStateWords(state: BidState, bid: OwnBid, phase: Phase): BidStateWords {
  switch (state) {
    case 'leading':
      return phase === 'closing'
        ? {
            label: 'Highest',
            tone: 'good',
            detail: 'Bidding has ended with your bid the highest. Your card is charged next.',
          }
        : { label: 'Leading', tone: 'good', detail: 'Your bid is the highest. The amount is held on your card.' };
    case 'raised':
      return {
        label: 'Below your own bid',
        tone: 'plain',
        detail: 'Your own other bid leads. This one stays held as a backup.',
      };
    case 'tied':
      return {
        label: 'Equal, but later',
        tone: 'warn',
        detail: `It is equal to the leading bid, which was earlier. ${backup}`,
      };
    case 'outbid':
      return { label: 'Outbid, still binding', tone: 'warn', detail: `Another bid is higher. ${backup}` };
    case 'won':
      return { label: 'Won', tone: 'good', detail: 'Your bid has won, and your card was charged this amount.' };
    case 'charging':
      return {
        label: 'Being charged',
        tone: 'plain',
        detail: 'Your bid is the highest that stands, and your card is being charged.',
      };
    case 'not_charged':
      return {
        label: 'Not charged',
        tone: 'bad',
        detail:
          'Your bank would not let the amount be charged, so this bid has not won. No money was taken, and the hold is released.',
      };
    case 'releasing':
      return {
        label: 'Being released',
        tone: 'plain',
        detail:
          phase === 'cancelled'
            ? 'The seller has cancelled the auction. We are releasing the hold on your card; no money was taken.'
            : 'This bid has not won. We are releasing the hold on your card.',
      };
    case 'released':
      return {
        label: 'Released',
        tone: 'plain',
        detail: `${phase === 'cancelled' ? 'The seller has cancelled the auction. ' : ''}The hold has been released; no money was taken. Your bank may take some days to show it.`,
      };
    case 'lapsed':
      return {
        label: 'Hold lapsed',
        tone: 'bad',
        detail: `The hold on your card has ended, so this bid cannot win any more. No money was taken.${phase === 'open' ? ' Bid again to take part.' : ''}`,
      };
    case 'challenged':
      return {
        label: 'Waiting for you',
        tone: 'warn',
        detail: 'Your bank wants you to confirm. The bid is not placed yet.',
      };
    case 'checking':
      return {
        label: 'Waiting for your bank',
        tone: 'warn',
        detail:
          'We are still checking with the bank. Either the bid is placed, or the amount is released: you need not do anything, and need not bid again.',
      };
    case 'undoing':
      return {
        label: 'Not placed',
        tone: 'bad',
        detail: `${reasonOf(bid)}It was not placed. Whatever was held on your card is being released.`,
      };
    case 'not_placed':
      return {
        label: 'Not placed',
        tone: 'bad',
        detail: `${reasonOf(bid)}It was not placed, and nothing is held on your card.`,
      };
  }
}

const backup = 'Yours stays held as a backup, and wins only if the cards of all higher bids fail.';

function reasonOf({ failureCode }: OwnBid): string {
  if (failureCode === null) return '';
  const late = lateReason(failureCode);
  return late === null ? `${failureDetails[failureCode]} ` : `Your bid ${late}. `;
}
