import type { FailureCode } from '../payments/failure-code.ts';
import type { Locale } from './locale.ts';
import { parseDollars } from './parse-dollars.ts';
import { type Phase } from './phase.ts';

export type LateReason = 'ended' | 'cancelled' | 'notOpen';

/** Why the auction did not take a bid at its instant; `null`: the instant was right. */
export function lateReason(code: FailureCode): LateReason | null {
  switch (code) {
    case 'auction_ended':
      return 'ended';
    case 'auction_cancelled':
      return 'cancelled';
    case 'auction_not_open_yet':
      return 'notOpen';
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
export function lateBidRefusal(locale: Locale, code: FailureCode, typed: string): { heading: string; detail: string } {
  const { refusals } = locale.words;
  const parsed = parseDollars(locale, typed);
  const value = 'cents' in parsed ? locale.dollars(parsed.cents) : null;
  return { heading: refusals.notPlaced, detail: refusals.late(value, lateReason(code) ?? 'other') };
}
