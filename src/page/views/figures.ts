import { html } from 'hono/html';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { Phase } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { showDuration, showInstant } from '../show-instant.ts';
import type { Html } from './layout.ts';

/** The price and the time left. */
export function figures(auction: PublicAuction, phase: Phase): Html {
  const { leadingValueInCents, winningValueInCents } = auction;
  const isSold = phase === 'sold' && winningValueInCents !== null;
  const isOver = phase !== 'open' && phase !== 'upcoming';
  const value = isSold ? winningValueInCents : leadingValueInCents;
  return html`<dl class="figures" id="figures">
<div class="lead"><dt>${isSold ? 'Sold for' : isOver ? 'Highest bid' : 'Leading bid'}</dt>
<dd class="big money" id="leading"${isOver ? '' : html` data-live="leading"`}>${value === null ? html`<span class="none">${isOver ? 'None' : 'None yet'}</span>` : showDollars(value)}</dd></div>
<div class="clock">${clock(auction, phase)}</div>
</dl>`;
}

export function facts({ bidCount }: PublicAuction, minimumInCents: number): Html {
  return html`<dl class="facts" id="facts">
<div><dt>Bids</dt><dd id="bid-count" data-live="bidCount">${bidCount}</dd></div>
<div><dt>Minimum bid</dt><dd class="money" id="minimum" data-live="minimum">${showDollars(minimumInCents)}</dd></div>
</dl>`;
}

function clock({ now, biddingPeriodStartsAt, biddingPeriodEndsAt, cancelledAt }: PublicAuction, phase: Phase): Html {
  switch (phase) {
    case 'upcoming':
      return counting('Opens in', biddingPeriodStartsAt, now);
    case 'open':
      return counting('Ends in', biddingPeriodEndsAt, now);
    case 'closing':
    case 'sold':
    case 'unsold':
      return html`<dt>Ended</dt><dd class="when">${showInstant(biddingPeriodEndsAt)}</dd>`;
    case 'cancelled':
      return html`<dt>Cancelled</dt><dd class="when">${showInstant(cancelledAt ?? now)}</dd>`;
  }
}

function counting(label: string, until: Date, now: Date): Html {
  return html`<dt>${label}</dt><dd class="big"><span role="timer" data-until="${until.getTime()}">${showDuration(until.getTime() - now.getTime())}</span></dd>
<dd class="when">${showInstant(until)}</dd>`;
}
