import type { FailureCode } from '../payments/failure-code.ts';
import { parseDollars } from './parse-dollars.ts';
import { type Phase } from './phase.ts';
import { showDollars } from './show-dollars.ts';

/** Why the auction did not take a bid at its instant, as the rest of a sentence about it; `null`: the instant was right. */
export function lateReason(code: FailureCode): string | null {
  switch (code) {
    case 'auction_ended':
      return 'came after the end';
    case 'auction_cancelled':
      return 'came after the seller had cancelled the auction';
    case 'auction_not_open_yet':
      return 'came before the start';
    default:
      return null;
  }
}

/** @returns `null` while bids are taken */
export function refusalInPhase(phase: Phase): FailureCode | null {
  switch (phase) {
    case 'open':
      return null;
    case 'upcoming':
      return 'auction_not_open_yet';
    case 'cancelled':
      return 'auction_cancelled';
    case 'closing':
    case 'sold':
    case 'unsold':
      return 'auction_ended';
  }
}

/**
 * Writes the answer to a form that came while the auction takes no bid.
 *
 * @param typed the amount as it was typed: a form may come late and be faulty, too
 */
export function lateBidRefusal(code: FailureCode, typed: string): { heading: string; detail: string } {
  const parsed = parseDollars(typed);
  const bid = 'cents' in parsed ? `Your bid of ${showDollars(parsed.cents)}` : 'Your bid';
  return {
    heading: 'Your bid was not placed',
    detail: `${bid} ${lateReason(code) ?? 'came at the wrong time'}. It was not placed, and nothing is held on your card.`,
  };
}
