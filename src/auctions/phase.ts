import type { AuctionRow } from './auction-row.ts';

/** The phase of an auction, in the bidder's words. `closing`: no bid is taken any more, and the winner is not decided yet. */
export type Phase = 'upcoming' | 'open' | 'closing' | 'sold' | 'unsold' | 'cancelled';

/** Whether the result is known. */
export function isDecided(phase: Phase): boolean {
  return phase === 'sold' || phase === 'unsold' || phase === 'cancelled';
}

/** Whether somebody may bid, now or later. */
export function isBeforeEnd(phase: Phase): boolean {
  return phase === 'upcoming' || phase === 'open';
}

export function phaseOf({ phase, outcome }: Pick<AuctionRow, 'phase' | 'outcome'>): Phase {
  switch (phase) {
    case 'UPCOMING':
      return 'upcoming';
    case 'OPEN':
      return 'open';
    case 'SETTLING':
      return 'closing';
    case 'FINAL':
      if (outcome === 'CANCELLED') return 'cancelled';
      return outcome === 'SOLD' ? 'sold' : 'unsold';
  }
}
