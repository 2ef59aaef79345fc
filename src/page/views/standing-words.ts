import { failureDetails } from '../../payments/failure-code.ts';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { Phase } from '../phase.ts';
import type { Standing } from '../standing.ts';

export type Tone = 'good' | 'plain' | 'warn' | 'bad';

/** What a bidder reads about one of her own bids. */
export interface StandingWords {
  readonly label: string;
  readonly tone: Tone;
  readonly detail: string;
}

export function standingWords(standing: Standing, own: OwnBid, phase: Phase): StandingWords {
  const why = own.failureCode === null ? '' : `${failureDetails[own.failureCode]} `;
  switch (standing) {
    case 'leading':
      return phase === 'closing'
        ? {
            label: 'Highest',
            tone: 'good',
            detail: 'Bidding has ended with your bid the highest. Your card is charged next.',
          }
        : { label: 'Leading', tone: 'good', detail: 'Your bid is the highest. The amount is held on your card.' };
    case 'outbid':
      return {
        label: 'Outbid, still binding',
        tone: 'warn',
        detail:
          'Another bid is higher. Yours stays held as a backup, and wins only if the cards of all higher bids fail.',
      };
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
        detail: 'This bid has not won. We are releasing the hold on your card.',
      };
    case 'released':
      return {
        label: 'Released',
        tone: 'plain',
        detail: 'The hold has been released; no money was taken. Your bank may take some days to show it.',
      };
    case 'lapsed':
      return {
        label: 'Hold lapsed',
        tone: 'bad',
        detail: 'The hold on your card has ended, so this bid cannot win any more. No money was taken.',
      };
    case 'challenged':
      return {
        label: 'Waiting for you',
        tone: 'warn',
        detail: 'Your bank wants you to confirm. The bid is not placed yet.',
      };
    case 'checking':
      return {
        label: 'Checking',
        tone: 'warn',
        detail:
          'We are still checking with the bank. Either the bid is placed, or the amount is released: you need not do anything.',
      };
    case 'undoing':
      return {
        label: 'Not placed',
        tone: 'bad',
        detail: `${why}The bid was not placed. Whatever was held on your card is being released.`,
      };
    case 'not_placed':
      return {
        label: 'Not placed',
        tone: 'bad',
        detail: `${why}The bid was not placed, and nothing is held on your card for it.`,
      };
  }
}
