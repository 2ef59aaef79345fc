import { html } from 'hono/html';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import { type Phase } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { showInstant } from '../show-instant.ts';
import type { Html } from './layout.ts';

/** The auction's state in two words. */
export const phaseLabels: Record<Phase, string> = {
  upcoming: 'Not open yet',
  open: 'Open for bids',
  closing: 'Ended, result to follow',
  sold: 'Sold',
  unsold: 'Ended without a sale',
  cancelled: 'Cancelled',
};

/** Writes what replaces the form while no bid is taken; `null` while bids are taken. */
export function phaseWords(phase: Phase, auction: PublicAuction): { heading: string; detail: Html } | null {
  switch (phase) {
    case 'upcoming':
      return {
        heading: 'Bidding has not begun',
        detail: html`It begins on ${showInstant(auction.biddingPeriodStartsAt)}. From then on you can bid here.`,
      };
    case 'open':
      return null;
    case 'closing':
      return {
        heading: 'Bidding has ended',
        detail:
          auction.bidCount === 0
            ? html`No more bids are taken. The result will be shown here.`
            : html`No more bids are taken. The highest bid is being charged now; if its card fails, the next highest is. The result
will be shown here.`,
      };
    case 'sold':
      return {
        heading: 'This auction is over',
        detail: html`It was sold${auction.winningValueInCents === null ? '' : html` for <b class="money">${showDollars(auction.winningValueInCents)}</b>`}. Every
other hold is being released.`,
      };
    case 'unsold':
      return {
        heading: 'This auction is over',
        detail: html`It ended without a sale. Nobody has been charged${auction.bidCount > 0 ? ', and every hold is being released' : ''}.`,
      };
    case 'cancelled':
      return {
        heading: 'This auction was cancelled',
        detail: html`The seller has cancelled it. Nobody has been charged${auction.bidCount > 0 ? ', and every hold is being released' : ''}.`,
      };
  }
}
