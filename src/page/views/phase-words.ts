import { html } from 'hono/html';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { Locale } from '../locale.ts';
import { type Phase } from '../phase.ts';
import type { Html } from './layout.ts';

/** Writes what replaces the form while no bid is taken; `null` while bids are taken. */
export function phaseWords(
  { words: { phases }, dollars, instant }: Locale,
  phase: Phase,
  { biddingPeriodStartsAt, bidCount, winningValueInCents }: PublicAuction,
): { heading: string; detail: Html | string } | null {
  switch (phase) {
    case 'upcoming':
      return { heading: phases.upcoming.heading, detail: phases.upcoming.detail(instant(biddingPeriodStartsAt)) };
    case 'open':
      return null;
    case 'closing': {
      const { heading, withoutBids, charging } = phases.closing;
      return { heading, detail: bidCount === 0 ? withoutBids : charging };
    }
    case 'sold': {
      if (winningValueInCents === null) return { heading: phases.over, detail: phases.sold };
      const value = html`<b class="money">${dollars(winningValueInCents)}</b>`;
      return { heading: phases.over, detail: phases.soldFor(value) };
    }
    case 'unsold':
      return { heading: phases.over, detail: phases.unsold };
    case 'cancelled':
      return { heading: phases.cancelled.heading, detail: phases.cancelled.detail };
  }
}
